import { useEffect, useEffectEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Insight, InsightDraft } from '#contract/insights.ts'
import { onStoredElsewhere } from '../../lib/local-storage.ts'
import { draftKey, readDraft, removeDraft, writeDraft } from './drafts.ts'

type Words = InsightDraft & { id: string }

type State = {
  words: Words
  /** When the browser last kept them, in milliseconds since 1970. */
  savedAt: number | undefined
  /** They were found in the browser when the form opened. */
  restored: boolean
  /** The browser keeps nothing. */
  unavailable: boolean
}

/** Its id is chosen here, so that what is sent twice is one insight. */
const newWords = (): Words => ({ id: newId(), type: 'keep', note: '' })

/**
 * The fields of the form, kept in the browser with every change.
 * @param userId undefined: nothing is kept
 * @param existing what is being changed
 */
export function useDraft(userId: string | undefined, existing: Insight | undefined) {
  const key = userId === undefined ? undefined : draftKey(userId, existing?.id)
  const stored = () => (key === undefined ? undefined : readDraft(key))
  const [state, setState] = useState<State>(() => {
    const found = stored()
    const words = found ?? existing ?? newWords()
    return { words, savedAt: found?.savedAt, restored: found !== undefined, unavailable: false }
  })

  const remove = () => {
    if (key !== undefined) removeDraft(key)
  }
  const keep = (words: Words, restored = state.restored) => {
    const { id, type, note } = words
    const isStart = existing ? type === existing.type && note === existing.note : note === ''
    if (isStart || key === undefined) {
      remove()
      setState({ ...state, words, restored, savedAt: undefined })
      return
    }
    const savedAt = Date.now()
    const isKept = writeDraft(key, { id, type, note, savedAt })
    setState({ words, restored, savedAt: isKept ? savedAt : undefined, unavailable: !isKept })
  }

  const onElsewhere = useEffectEvent(() => {
    const draft = stored()
    // Sent or discarded there: what stands here would be an insight of its own.
    const words = draft ?? { ...state.words, id: existing?.id ?? newId() }
    setState({ ...state, words, savedAt: draft?.savedAt })
  })
  useEffect(() => (key === undefined ? undefined : onStoredElsewhere(key, () => onElsewhere())), [key])

  return {
    ...state,
    change: (part: Partial<Words>) => keep({ ...state.words, ...part }),
    /** @returns the way back */
    discard: () => {
      keep(existing ?? newWords(), false)
      return () => keep(state.words, true)
    },
    /** After a save nothing half-written is left. */
    remove,
  }
}
