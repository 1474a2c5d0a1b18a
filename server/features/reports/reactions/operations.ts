import { v7 as newId } from 'uuid'
import type { Reactions } from '#contract/comments.ts'
import { type Reaction, reactions } from '#contract/reactions.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as sql from './sql.ts'

/** `reaction`: the reaction as it was sent, not checked yet. */
type Given = { id: string; reaction: string }

function knownReaction(sent: string): Reaction {
  const known = reactions.find((reaction) => reaction === sent)
  if (!known) throw new AppError('invalid_input', { field: { name: 'reaction', code: 'invalid' } })
  return known
}

/**
 * Adds a reaction. A member has each reaction at most once, so a repeated request changes nothing.
 * @throws AppError invalid_input, not_found, own_report
 */
export const addReaction = ({ database, now }: Services, scope: Scope, { id, reaction }: Given): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const known = knownReaction(reaction)
    if ((await authorOf(sql.lockReport(db, scope, id))) === scope.userId) throw new AppError('own_report')
    await sql.insertReaction(db, scope, { id: newId(), report_id: id, reaction: known, created_at: now() })
  })

/** @throws AppError invalid_input, not_found */
export const removeReaction = ({ database }: Services, scope: Scope, { id, reaction }: Given): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const known = knownReaction(reaction)
    await authorOf(sql.lockReport(db, scope, id))
    await sql.deleteReaction(db, scope, id, known)
  })

/** @throws AppError not_found */
export const readReactions = ({ database }: Services, scope: Scope, id: string): Promise<Reactions> =>
  withTeamTransaction(database, scope, async (db) => {
    await authorOf(sql.selectAuthor(db, scope, id))
    return { reactions: await sql.selectReactions(db, scope, id) }
  })

async function authorOf(selecting: Promise<{ user_id: string } | undefined>): Promise<string> {
  const report = await selecting
  if (!report) throw new AppError('not_found')
  return report.user_id
}
