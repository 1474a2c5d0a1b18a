import { readStored, removeStored, writeStored } from '../../lib/local-storage.ts'

/** A comment that has not been sent, under the id that it will have. */
export type Draft = { id: string; body: string }

export const draftKey = (userId: string, subjectId: string) =>
  `asakai_comment_draft:${userId.toLowerCase()}:${subjectId}`

export const readDraft = (key: string) =>
  readStored(key, (stored): Draft | undefined => {
    const { id, body } = JSON.parse(stored) as Partial<Draft>
    return typeof id === 'string' && typeof body === 'string' ? { id, body } : undefined
  })
/** Nothing is kept of what is empty. */
export const keepDraft = (key: string, draft: Draft) =>
  draft.body.trim() === '' ? removeStored(key) : writeStored(key, JSON.stringify(draft))
export const removeDraft = removeStored
