import { type InsightDraft, insightTypes } from '#contract/insights.ts'
import { readStored, removeStored, useIsStored, writeStored } from '../../lib/local-storage.ts'

/** A half-written insight under the id that it will have; `savedAt` in milliseconds since 1970. */
export type Draft = InsightDraft & { id: string; savedAt: number }

/** @param insightId of one that is being changed */
export const draftKey = (userId: string, insightId?: string) =>
  `asakai_insight_draft:${userId.toLowerCase()}${insightId === undefined ? '' : `:${insightId}`}`

function parseDraft(stored: string): Draft | undefined {
  const { id, type, note, savedAt } = JSON.parse(stored) as Partial<Draft>
  if (!type || !insightTypes.includes(type)) return undefined
  if (typeof note !== 'string' || typeof id !== 'string' || typeof savedAt !== 'number') return undefined
  return { id, type, note, savedAt }
}

export const readDraft = (key: string) => readStored(key, parseDraft)
/** @returns false where the browser keeps nothing */
export const writeDraft = (key: string, draft: Draft) => writeStored(key, JSON.stringify(draft))
export const removeDraft = removeStored

/** Whether a half-written insight is kept; follows it. */
export const useHasDraft = (userId: string | undefined) =>
  useIsStored(userId === undefined ? undefined : draftKey(userId), parseDraft)
