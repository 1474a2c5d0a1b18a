import { type RawBuilder, sql } from 'kysely'

/** The channels that this deployment can notify members through. */
export type NotificationChannels = { slack: boolean; mail: boolean }

/** Returns the channels by which this deployment can reach members. */
export const waysOf = ({
  providers,
  mail,
}: {
  providers: { slack: unknown }
  mail: unknown
}): NotificationChannels => ({
  slack: providers.slack !== undefined,
  mail: mail !== undefined,
})

/**
 * Returns the conditions for notifying a member `u`. Slack: this deployment and the team use Slack, and the member's
 * Slack account is known. Email: this deployment sends emails, and the address is verified.
 */
export const reachable = ({
  slack,
  mail,
}: NotificationChannels): { slack: RawBuilder<boolean>; mail: RawBuilder<boolean> } => ({
  slack: sql`(${slack}::boolean and exists (select from slack_workspaces w where w.team_id = u.team_id) and exists (
    select from connections c
    where c.team_id = u.team_id and c.user_id = u.id and c.provider = 'slack' and c.subject is not null
  ))`,
  mail: sql`(${mail}::boolean and u.email_proven_at is not null)`,
})
