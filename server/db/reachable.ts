import { type RawBuilder, sql } from 'kysely'

/** What this deployment can tell members by. */
export type Ways = { slack: boolean; mail: boolean }

/** Returns by which of these ways this deployment can reach members. */
export const waysOf = ({ providers, mail }: { providers: { slack: unknown }; mail: unknown }): Ways => ({
  slack: providers.slack !== undefined,
  mail: mail !== undefined,
})

/** Where a member `u` can be told something: who they are in the team's Slack is known, or their address is proven. */
export const reachable = ({ slack, mail }: Ways): { slack: RawBuilder<boolean>; mail: RawBuilder<boolean> } => ({
  slack: sql`(${slack}::boolean and exists (select from slack_workspaces w where w.team_id = u.team_id) and exists (
    select from connections c
    where c.team_id = u.team_id and c.user_id = u.id and c.provider = 'slack' and c.subject is not null
  ))`,
  mail: sql`(${mail}::boolean and u.email_proven_at is not null)`,
})
