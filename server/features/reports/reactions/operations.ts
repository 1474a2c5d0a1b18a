import { v7 as newId } from 'uuid'
import type { Reactions } from '#contract/comments.ts'
import { type Sign, signs } from '#contract/signs.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as reactions from './sql.ts'

/** `sign`: the reaction as it was sent, not checked yet. */
type Given = { id: string; sign: string }

function knownSign(sent: string): Sign {
  const known = signs.find((sign) => sign === sent)
  if (!known) throw new AppError('invalid_input', { field: { name: 'sign', code: 'invalid' } })
  return known
}

/**
 * Adds a reaction. A member has each reaction at most once, so this can be repeated.
 * @throws AppError invalid_input, not_found, own_report
 */
export const addReaction = ({ database, now }: Services, scope: Scope, { id, sign }: Given): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const known = knownSign(sign)
    if ((await authorOf(reactions.lockReport(db, scope, id))) === scope.userId) throw new AppError('own_report')
    await reactions.insertReaction(db, scope, { id: newId(), report_id: id, sign: known, created_at: now() })
  })

/** @throws AppError invalid_input, not_found */
export const removeReaction = ({ database }: Services, scope: Scope, { id, sign }: Given): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const known = knownSign(sign)
    await authorOf(reactions.lockReport(db, scope, id))
    await reactions.deleteReaction(db, scope, id, known)
  })

/** @throws AppError not_found */
export const readReactions = ({ database }: Services, scope: Scope, id: string): Promise<Reactions> =>
  withTeamTransaction(database, scope, async (db) => {
    await authorOf(reactions.selectAuthor(db, scope, id))
    return { reactions: await reactions.selectReactions(db, scope, id) }
  })

async function authorOf(selecting: Promise<{ user_id: string } | undefined>): Promise<string> {
  const report = await selecting
  if (!report) throw new AppError('not_found')
  return report.user_id
}
