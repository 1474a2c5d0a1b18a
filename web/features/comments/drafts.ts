import { v7 as newId } from 'uuid'
import { openDrafts } from '../../storage/drafts/draft.ts'
import type { Named } from '#contract/naming.ts'
import type { About } from './answer-outbox.ts'

/**
 * A comment that has not been sent. `id`: the id that the comment has or will have. `picked`: the members that the
 * author selected in the list after an "@".
 */
export type CommentContent = { id: string; body: string; picked: readonly Named[]; about: About }

const isPicked = (picked: Partial<Named> | null): picked is Named =>
  typeof picked?.id === 'string' && typeof picked.name === 'string'

const isAbout = (about: Partial<About> | undefined): about is About =>
  (about?.subject === 'report' || about?.subject === 'insight') &&
  typeof about.id === 'string' &&
  typeof about.on === 'string'

/** Stores unsent comments. A new comment is stored under the id of its subject, an edit under the comment's id. */
export const commentDrafts = openDrafts<CommentContent>({
  name: 'asakai_comment_draft',
  read: ({ id, body, picked, about }) =>
    typeof id === 'string' && typeof body === 'string' && isAbout(about as Partial<About> | undefined)
      ? { id, body, picked: Array.isArray(picked) ? picked.filter(isPicked) : [], about: about as About }
      : undefined,
  isSame: (one, other) => one.body === other.body,
  isBlank: ({ body }) => body.trim() === '',
  renew: (content) => ({ ...content, id: newId() }),
})
