import { type InsightDraft, insightTypes } from '#contract/insights.ts'

/** A half-written insight under the id that it will have; `savedAt` in milliseconds since 1970. */
export type Draft = InsightDraft & { id: string; savedAt: number }

/** @param insightId of one that is being changed */
export const draftKey = (userId: string, insightId?: string) =>
  `asakai_insight_draft:${userId.toLowerCase()}${insightId === undefined ? '' : `:${insightId}`}`

/** Sent on `window` when this tab has written or removed a draft; `storage` tells of the other tabs. */
const draftChanged = 'asakai_insight_draft_changed'

/** What other programs or older versions left under the key is no draft. A browser may refuse its storage altogether. */
export function readDraft(key: string): Draft | undefined {
  try {
    const { id, type, note, savedAt } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>
    if (
      !type ||
      !insightTypes.includes(type) ||
      typeof note !== 'string' ||
      typeof id !== 'string' ||
      typeof savedAt !== 'number'
    )
      return undefined
    return { id, type, note, savedAt }
  } catch {
    return undefined
  }
}

/** @returns false where the browser keeps nothing */
export function writeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    window.dispatchEvent(new Event(draftChanged))
    return true
  } catch {
    return false
  }
}

export function removeDraft(key: string) {
  try {
    localStorage.removeItem(key)
    window.dispatchEvent(new Event(draftChanged))
  } catch {
    // Where storage is refused nothing was kept either.
  }
}

export function onDraft(changed: () => void) {
  window.addEventListener(draftChanged, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(draftChanged, changed)
    window.removeEventListener('storage', changed)
  }
}

/** Calls back when another tab writes or removes the draft. */
export function onDraftElsewhere(key: string, changed: () => void) {
  const look = (event: StorageEvent) => {
    if (event.key === key) changed()
  }
  window.addEventListener('storage', look)
  return () => window.removeEventListener('storage', look)
}
