import { sql } from 'kysely'
import { type Destination, webhookProviders } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '../database.ts'

/** Returns the services that can receive the team's notifications. Must run in the caller's transaction. */
export async function selectDestinations(db: Db, { teamId }: Pick<Scope, 'teamId'>): Promise<Destination[]> {
  const { rows } = await sql<{ destination: Destination }>`
    select 'slack' as destination from slack_workspaces where team_id = ${teamId}
    union all
    select provider from connections where team_id = ${teamId} and provider = any(${webhookProviders}::text[])`.execute(
    db,
  )
  return rows.map(({ destination }) => destination)
}
