import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { v7 as newId } from 'uuid'
import type { InsightDraft } from '#contract/insights.ts'
import { onDraft, onDraftElsewhere, readDraft, removeDraft, writeDraft } from './drafts.ts'

/** Its id is chosen here, so that what is sent twice is one insight. */
const nothing = (): Words => ({ id: newId(), type: 'keep', note: '' })

type Words = InsightDraft & { id: string }

/** Whether a half-written insight is kept; follows it. */
export const useHasDraft = (userId: string | undefined) =>
  useSyncExternalStore(onDraft, () => userId !== undefined && readDraft(userId) !== undefined)

/** The fields of the form, kept in the browser with every change. @param userId undefined: nothing is kept */
export function useDraft(userId: string | undefined) {
  const [found] = useState(() => (userId === undefined ? undefined : readDraft(userId)))
  const [words, setWords] = useState<Words>(() => found ?? nothing())
  const [restored, setRestored] = useState(found !== undefined)
  const [savedAt, setSavedAt] = useState(found?.savedAt)
  const [unavailable, setUnavailable] = useState(false)

  const keep = (next: Words) => {
    setWords(next)
    if (userId === undefined) return
    if (next.note === '') {
      removeDraft(userId)
      setSavedAt(undefined)
      return
    }
    const now = Date.now()
    const kept = writeDraft(userId, { id: next.id, type: next.type, note: next.note, savedAt: now })
    setSavedAt(kept ? now : undefined)
    setUnavailable(!kept)
  }

  const onElsewhere = useEffectEvent(() => {
    const draft = userId === undefined ? undefined : readDraft(userId)
    // Sent or discarded there: what stands here would be an insight of its own.
    setWords(draft ?? { ...words, id: newId() })
    setSavedAt(draft?.savedAt)
  })
  useEffect(() => (userId === undefined ? undefined : onDraftElsewhere(userId, onElsewhere)), [userId])

  return {
    words,
    restored,
    savedAt,
    unavailable,
    change: (part: Partial<Words>) => keep({ ...words, ...part }),
    /** @returns the way back */
    discard: () => {
      keep(nothing())
      setRestored(false)
      return () => {
        keep(words)
        setRestored(true)
      }
    },
    /** After a save nothing half-written is left. */
    forget: () => {
      if (userId !== undefined) removeDraft(userId)
    },
  }
}
