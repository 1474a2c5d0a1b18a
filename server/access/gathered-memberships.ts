import { sql } from 'kysely'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import type { Claims } from './tokens/access-token.ts'
import { scopeOf } from './membership.ts'
import type { Scope } from './scope.ts'

type Question = {
  claims: Claims
  answer: (scope: Scope | undefined) => void
  fail: (error: unknown) => void
}
export type GatheredMemberships = ReturnType<typeof gatherMemberships>

/**
 * Checks memberships for open streams, of which thousands can need a check at once. Checks that are requested while a
 * query runs are combined into one statement per team. Does not record activity, because an open screen is not
 * activity.
 */
export function gatherMemberships(database: Database) {
  let waiting: Question[] = []
  let isAsking = false

  async function ask() {
    isAsking = true
    while (waiting.length > 0) {
      const asked = waiting
      waiting = []
      try {
        const teams = Map.groupBy(asked, ({ claims }) => claims.team)
        for (const [teamId, ofTeam] of teams) {
          const scopes = await liveScopes(
            database,
            teamId,
            ofTeam.map(({ claims }) => claims),
          )
          for (const { claims, answer } of ofTeam) answer(scopes.get(claims.sid))
        }
      } catch (error) {
        for (const { fail } of asked) fail(error)
      }
    }
    isAsking = false
  }

  return (claims: Claims): Promise<Scope | undefined> =>
    new Promise((answer, fail) => {
      waiting.push({ claims, answer, fail })
      // Waits for a microtask, so that other streams with the same event join this query.
      if (!isAsking) queueMicrotask(() => isAsking || void ask())
    })
}

/** Returns the valid scopes by the id of their session or token. */
async function liveScopes(database: Database, teamId: string, asked: Claims[]): Promise<Map<string, Scope>> {
  const [users, ids] = [asked.map(({ sub }) => sub), asked.map(({ sid }) => sid)]
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<Claims & Parameters<typeof scopeOf>[1]>`
      select users.team_id as team, users.id as sub, asked.id as sid,
        coalesce(sessions.signed_in_at, 'epoch') as signed_in_at, sessions.confirmed_at, users.is_admin
      from unnest(${users}::uuid[], ${ids}::uuid[]) as asked (user_id, id)
      join users on users.team_id = ${teamId} and users.id = asked.user_id and users.is_active
      left join sessions on sessions.team_id = ${teamId} and sessions.user_id = asked.user_id and sessions.id = asked.id
        and sessions.ended_at is null
      left join access_tokens on access_tokens.team_id = ${teamId} and access_tokens.user_id = asked.user_id
        and access_tokens.id = asked.id and users.access_paused is null
      where coalesce(sessions.id, access_tokens.id) is not null`.execute(db),
  )
  return new Map(rows.map((row) => [row.sid, scopeOf(row, row)]))
}
