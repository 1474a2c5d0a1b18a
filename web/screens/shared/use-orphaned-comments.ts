import { useEffect, useRef } from 'react'
import type { Subject } from '#contract/comments.ts'
import { commentDrafts } from '../../features/comments/drafts.ts'
import { answerOutbox } from '../../features/comments/answer-outbox.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { storedKeys } from '../../storage/local-storage.ts'
import { readOutbox, removeFromOutbox } from '../../storage/outbox.ts'

/** The reports or insights of a range of days. */
type Listed = {
  /** The first day for which the list is complete. */
  since: CalendarDate
  until: CalendarDate
  /** Undefined until the list is loaded. */
  ids: readonly string[] | undefined
  /** Whether the list was fetched after the screen was opened, and not read from a cache. */
  isFresh: boolean
}

/**
 * Saves an unsent comment, or an unsent edit of one, if its report or insight was deleted. The page then has no place
 * for this text, so the outbox shows it among its rejected entries. If the report or insight is restored, the text
 * becomes a draft again.
 */
export function useOrphanedComments(
  userId: string | undefined,
  subject: Subject,
  { since, until, ids, isFresh }: Listed,
) {
  const known = useRef<{ list: string; ids: readonly string[] }>(undefined)
  useEffect(() => {
    if (!userId || !ids) return
    makeDrafts(userId, ids)
    const list = `${since} ${until}`
    const before = known.current?.list === list ? known.current.ids : []
    known.current = { list, ids }
    const isGone = (id: string, on: CalendarDate) =>
      !ids.includes(id) && (before.includes(id) || (isFresh && since <= on && on <= until))
    saveOrphans(userId, subject, isGone)
  }, [userId, subject, since, until, ids, isFresh])
}

/** Turns saved comments into drafts if their report or insight is restored. Does not replace a newer draft. */
function makeDrafts(userId: string, ids: readonly string[]) {
  for (const { id, work, refused } of answerOutbox.among(readOutbox(userId))) {
    if (!refused?.isGone || work.kind !== 'comment' || !ids.includes(work.about.id)) continue
    const { about, draft, picked = [], before } = work
    const key = commentDrafts.key(userId, before === undefined ? about.id : draft.id)
    const content = { id: draft.id, body: draft.body, picked, about }
    const saved = { ...content, baseVersion: before ?? null, savedAt: Date.now() }
    if (commentDrafts.write(key, saved, undefined).kind === 'saved') removeFromOutbox(userId, id)
  }
}

function saveOrphans(userId: string, subject: Subject, isGone: (id: string, on: CalendarDate) => boolean) {
  for (const key of storedKeys(commentDrafts.key(userId, ''))) {
    const draft = commentDrafts.read(key)
    if (!draft) continue
    const { body, picked, baseVersion, about } = draft
    if (about.subject !== subject || !isGone(about.id, about.on)) continue
    const comment = { id: draft.id, body, mentions: picked.map((member) => member.id) }
    const at = new Date(draft.savedAt).toISOString()
    const before = baseVersion ?? undefined
    const answer = { kind: 'comment', about, draft: comment, picked, before, at } as const
    if (answerOutbox.addRefused(userId, answer, { isGone: true })) commentDrafts.remove(key, draft)
  }
}
