import type { Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { readWords, sameWords } from './day.ts'

/**
 * A half-written report. `base` is the `updated_at` of the report it began from, null for a new one, so that a report
 * changed meanwhile is noticed; `savedAt` is in milliseconds since 1970. `waiting` once it was submitted without a network.
 */
export type Draft = { words: Words; base: string | null; savedAt: number; waiting?: true }

const ownKeys = (userId: string) => `asakai_draft:${userId.toLowerCase()}:`
export const draftKey = (userId: string, date: CalendarDate) => `${ownKeys(userId)}${date}`

/** Sent on `window` when a draft of this tab was written or removed; `storage` tells of the other tabs. */
const draftsChanged = 'asakai_drafts_changed'

/** What other programs or older versions left under the key is no draft. */
function parse(stored: string | null): Draft | undefined {
  if (stored === null) return undefined
  try {
    const { words: kept, base, savedAt, waiting } = JSON.parse(stored) as Partial<Draft>
    const words = kept && readWords(kept)
    if (!words || typeof savedAt !== 'number') return undefined
    const draft = { words, base: typeof base === 'string' ? base : null, savedAt }
    return waiting === true ? { ...draft, waiting } : draft
  } catch {
    return undefined
  }
}

/** A browser may refuse its storage altogether; then there is no draft, and writing goes on without one. */
export function readDraft(key: string): Draft | undefined {
  try {
    return parse(localStorage.getItem(key))
  } catch {
    return undefined
  }
}

/**
 * Keeps the words unless another tab has written since `known` was read or written here.
 * @returns what now stands there, `conflict` with the other tab's draft, or `unavailable` (storage full or refused)
 */
export function writeDraft(
  key: string,
  draft: Draft,
  known: Draft | undefined,
): { kept: Draft } | { conflict: Draft } | 'unavailable' {
  const other = readDraft(key)
  if (other && other.savedAt !== known?.savedAt && !sameWords(other.words, draft.words)) return { conflict: other }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    window.dispatchEvent(new Event(draftsChanged))
    return { kept: draft }
  } catch {
    return 'unavailable'
  }
}

export function removeDraft(key: string) {
  try {
    localStorage.removeItem(key)
    window.dispatchEvent(new Event(draftsChanged))
  } catch {
    // Where storage is refused nothing was kept either.
  }
}

/** Calls back when another tab writes or removes this draft. */
export function onDraftElsewhere(key: string, changed: (draft: Draft | undefined) => void) {
  const look = (event: StorageEvent) => {
    if (event.key === key) changed(parse(event.newValue))
  }
  window.addEventListener('storage', look)
  return () => window.removeEventListener('storage', look)
}

export function onAnyDraft(changed: () => void) {
  window.addEventListener(draftsChanged, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(draftsChanged, changed)
    window.removeEventListener('storage', changed)
  }
}

/** The days whose drafts wait to be sent, ascending, separated by spaces: a text, so that it can be compared. */
export function waitingDates(userId: string): string {
  try {
    const prefix = ownKeys(userId)
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && readDraft(key)?.waiting)
    return keys
      .map((key) => key.slice(prefix.length))
      .sort()
      .join(' ')
  } catch {
    return ''
  }
}
