import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { v7 as newId } from 'uuid'
import type { Insight, InsightDraft } from '#contract/insights.ts'
import { draftKey, onDraft, onDraftElsewhere, readDraft, removeDraft, writeDraft } from './drafts.ts'

/** Its id is chosen here, so that what is sent twice is one insight. */
const nothing = (): Words => ({ id: newId(), type: 'keep', note: '' })

type Words = InsightDraft & { id: string }

/** Whether a half-written insight is kept; follows it. */
export const useHasDraft = (userId: string | undefined) =>
  useSyncExternalStore(onDraft, () => userId !== undefined && readDraft(draftKey(userId)) !== undefined)

/**
 * The fields of the form, kept in the browser with every change.
 * @param userId undefined: nothing is kept
 * @param existing what is being changed
 */
export function useDraft(userId: string | undefined, existing: Insight | undefined) {
  const key = userId === undefined ? undefined : draftKey(userId, existing?.id)
  const [found] = useState(() => (key === undefined ? undefined : readDraft(key)))
  const start = (): Words => existing ?? nothing()
  const [words, setWords] = useState<Words>(() => found ?? start())
  const [restored, setRestored] = useState(found !== undefined)
  const [savedAt, setSavedAt] = useState(found?.savedAt)
  const [unavailable, setUnavailable] = useState(false)

  const keep = (next: Words) => {
    setWords(next)
    if (key === undefined) return
    if (existing ? next.type === existing.type && next.note === existing.note : next.note === '') {
      removeDraft(key)
      setSavedAt(undefined)
      return
    }
    const now = Date.now()
    const kept = writeDraft(key, { id: next.id, type: next.type, note: next.note, savedAt: now })
    setSavedAt(kept ? now : undefined)
    setUnavailable(!kept)
  }

  const onElsewhere = useEffectEvent(() => {
    const draft = key === undefined ? undefined : readDraft(key)
    // Sent or discarded there: what stands here would be an insight of its own.
    setWords(draft ?? { ...words, id: existing?.id ?? newId() })
    setSavedAt(draft?.savedAt)
  })
  useEffect(() => (key === undefined ? undefined : onDraftElsewhere(key, onElsewhere)), [key])

  return {
    words,
    restored,
    savedAt,
    unavailable,
    change: (part: Partial<Words>) => keep({ ...words, ...part }),
    /** @returns the way back */
    discard: () => {
      keep(start())
      setRestored(false)
      return () => {
        keep(words)
        setRestored(true)
      }
    },
    /** After a save nothing half-written is left. */
    forget: () => {
      if (key !== undefined) removeDraft(key)
    },
  }
}
