import { v7 as newId } from 'uuid'
import { type InsightDraft, type InsightType, insightTypes } from '#contract/insights.ts'
import { openDrafts } from '../../storage/drafts/draft.ts'

/** An insight that has not been sent. `id`: the id that the insight has or will have. */
export type InsightContent = InsightDraft & { id: string }

/** Stores unsent insights: one new insight, and the edits, each under the id of its insight. */
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

export const versionOf = ({ type, note }: InsightDraft) => JSON.stringify([type, note])

export function insightOfVersion(version: string): InsightDraft {
  const [type, note] = JSON.parse(version) as [InsightType, string]
  return { type, note }
}
