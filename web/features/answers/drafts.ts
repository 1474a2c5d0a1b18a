import { readStored, removeStored, writeStored } from '../../lib/local-storage.ts'
import type { Picked } from './naming.ts'

/** A comment that has not been sent, under the id that it will have. `picked`: the members chosen from the offered names. */
export type Draft = { id: string; body: string; picked: readonly Picked[] }

export const draftKey = (userId: string, subjectId: string) =>
  `asakai_comment_draft:${userId.toLowerCase()}:${subjectId}`

export const readDraft = (key: string) =>
  readStored(key, (stored): Draft | undefined => {
    const { id, body, picked } = JSON.parse(stored) as Partial<Draft>
    if (typeof id !== 'string' || typeof body !== 'string') return undefined
    return { id, body, picked: Array.isArray(picked) ? picked.filter(isPicked) : [] }
  })
/** Nothing is kept of what is empty. */
export const keepDraft = (key: string, draft: Draft) =>
  draft.body.trim() === '' ? removeStored(key) : writeStored(key, JSON.stringify(draft))
export const removeDraft = removeStored

const isPicked = (picked: Partial<Picked> | null) => typeof picked?.id === 'string' && typeof picked.name === 'string'
