import type { FailureReason } from '#contract/errors.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Team = Pick<Scope, 'teamId'>

/** Returns why the team's last report did not arrive in its current workspace; undefined if it arrived. */
export async function selectFailure(db: Db, { teamId }: Team): Promise<FailureReason | undefined> {
  const last = await db
    .selectFrom('outbox as d')
    .innerJoin('slack_workspaces as w', 'w.team_id', 'd.team_id')
    .where((is) => is.and({ 'd.team_id': teamId, 'w.team_id': teamId, 'd.destination': 'slack', 'd.kind': 'report' }))
    .where('d.status', 'in', ['sent', 'dead'])
    .whereRef('d.updated_at', '>', 'w.installed_at')
    .orderBy('d.updated_at', 'desc')
    .select(['d.status', 'd.failure'])
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'dead' ? (last.failure ?? undefined) : undefined
}
