import { v7 as newId } from 'uuid'
import { type InsightDraft, type InsightType, insightTypes } from '#contract/insights.ts'
import { openDrafts } from '../../lib/drafts/draft.ts'

/** A half-written insight under the id that it will have. */
export type InsightContent = InsightDraft & { id: string }

/** The half-written insights: a new one, and each one that is being changed under its id. */
export const insightDrafts = openDrafts<InsightContent>({
  name: 'asakai_insight_draft',
  read: ({ id, type, note, savedAt }) => {
    if (!insightTypes.includes(type as InsightType) || typeof savedAt !== 'number') return undefined
    return typeof note === 'string' && typeof id === 'string' ? { id, type: type as InsightType, note } : undefined
  },
  isSame: (one, other) => one.type === other.type && one.note === other.note,
  isBlank: ({ note }) => note === '',
  renew: (content) => ({ ...content, id: newId() }),
})

/** The words of an insight identify its state. */
export const versionOf = ({ type, note }: InsightDraft) => JSON.stringify([type, note])

/** Returns the words that a version identifies. */
export function wordsOf(version: string): InsightDraft {
  const [type, note] = JSON.parse(version) as [InsightType, string]
  return { type, note }
}
