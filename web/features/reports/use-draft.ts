import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sameWords, type Words } from './day.ts'
import { type Draft, onDraftElsewhere, readDraft, removeDraft, writeDraft } from './drafts.ts'

type State = {
  /** Nothing until somebody writes: then the form shows what it starts from, also when that arrives late. */
  words: Words | undefined
  base: string | null
  savedAt: number | undefined
  /** These words were found in the browser when the form opened. */
  restored: boolean
  /** What another tab has written in between; nothing is kept until the member chooses. */
  conflict: Draft | undefined
  unavailable: boolean
}

const opened = (draft: Draft | undefined): State => ({
  words: draft?.words,
  base: draft?.base ?? null,
  savedAt: draft?.savedAt,
  restored: draft !== undefined,
  conflict: undefined,
  unavailable: false,
})

/**
 * The words of the form, kept in the browser with every change.
 * @param key undefined while the member is unknown: then nothing is kept
 * @param start what the form shows while nobody has written: a draft equal to it is no draft
 * @param version `updated_at` of the report that `start` comes from, null for a new one
 */
export function useDraft(key: string | undefined, start: Words, version: string | null) {
  const known = useRef<Draft>(undefined)
  const [state, setState] = useState(() => {
    known.current = key === undefined ? undefined : readDraft(key)
    return opened(known.current)
  })
  const words = state.words ?? start
  const base = state.words ? state.base : version

  const keep = (next: Words, from: string | null) => {
    const changed = { ...state, words: next, base: from }
    if (key === undefined) return setState(changed)
    if (sameWords(next, start) && from === version) {
      forget(key)
      return setState({ ...changed, savedAt: undefined, conflict: undefined })
    }
    const outcome = writeDraft(key, { words: next, base: from, savedAt: Date.now() }, known.current)
    if (outcome === 'unavailable') return setState({ ...changed, unavailable: true, savedAt: undefined })
    if ('conflict' in outcome) return setState({ ...changed, conflict: outcome.conflict })
    known.current = outcome.kept
    setState({ ...changed, savedAt: outcome.kept.savedAt, conflict: undefined, unavailable: false })
  }
  const forget = (draft: string) => {
    removeDraft(draft)
    known.current = undefined
  }
  const adopt = (draft: Draft) => {
    known.current = draft
    setState({ ...opened(draft), restored: state.restored })
  }

  const onElsewhere = useEffectEvent((draft: Draft | undefined) => {
    const saved = state.words === undefined || (known.current && sameWords(known.current.words, state.words))
    // Removed there (sent or discarded): these words stay here, and the next change keeps them again.
    if (!draft) known.current = undefined
    else if (saved) adopt(draft)
    else setState({ ...state, conflict: draft })
  })
  useEffect(() => (key === undefined ? undefined : onDraftElsewhere(key, onElsewhere)), [key])

  return {
    ...state,
    words,
    base,
    change: (part: Partial<Words>) => keep({ ...words, ...part }, base),
    /** Back to what the form starts from. */
    discard: () => {
      if (key !== undefined) forget(key)
      setState(opened(undefined))
    },
    /** After a save: nothing half-written is left. */
    done: () => {
      if (key !== undefined) forget(key)
    },
    takeTheirs: () => state.conflict && adopt(state.conflict),
    keepMine: () => {
      known.current = state.conflict
      keep(words, base)
    },
  }
}
