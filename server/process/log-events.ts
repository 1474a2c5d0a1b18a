import type { FastifyBaseLogger } from 'fastify'
import { boundLines } from './bound-lines.ts'
import { caller } from './caller.ts'
import type { Config } from '#server/config/config.ts'
import type { Metrics } from './metrics.ts'

/**
 * The events for operators, each logged as one line with this name and level (docs/logs.md). Names must never change,
 * because operators set alerts on them.
 */
export const eventLevels = {
  signed_in: 'info',
  sign_in_refused: 'warn',
  locked_out: 'warn',
  signed_out: 'info',
  session_ended: 'info',
  access_paused: 'info',
  provider_logout_refused: 'warn',
  refresh_token_reused: 'warn',
  signed_up: 'info',
  password_reset_asked: 'info',
  password_link_made: 'warn',
  password_reset: 'info',
  password_changed: 'info',
  email_change_asked: 'info',
  email_changed: 'info',
  account_connected: 'info',
  account_disconnected: 'info',
  change_disowned: 'warn',
  address_disowned: 'warn',
  passkey_added: 'info',
  passkey_removed: 'info',
  token_made: 'info',
  token_revoked: 'info',
  grant_made: 'info',
  grant_revoked: 'info',
  grant_ended: 'info',
  grant_token_reused: 'warn',
  provisioning_token_made: 'warn',
  provisioning_token_revoked: 'info',
  invitation_made: 'info',
  invitation_withdrawn: 'info',
  invitation_accepted: 'info',
  member_deactivated: 'info',
  member_reactivated: 'info',
  member_left: 'info',
  administrator_made: 'info',
  administrator_removed: 'info',
  administrator_claim_ignored: 'warn',
  team_changed: 'info',
  export_taken: 'info',
  team_export_taken: 'info',
  reports_imported: 'info',
  import_undone: 'info',
  report_import_failed: 'error',
  report_import_stopped: 'info',
  limit_refused: 'warn',
  stale_key: 'error',
  delivery_failed: 'warn',
  delivery_dead: 'error',
  webhook_made: 'info',
  webhook_changed: 'info',
  webhook_deleted: 'info',
  webhook_stopped: 'warn',
  mail_failed: 'error',
  mail_not_set_up: 'warn',
  import_failed: 'warn',
  backup_made: 'info',
  backup_failed: 'error',
  newest_version_unknown: 'warn',
  slack_request_refused: 'warn',
  slack_socket_failed: 'warn',
  slack_disconnected: 'warn',
} as const satisfies Record<string, 'info' | 'warn' | 'error'>

type EventName = keyof typeof eventLevels

/** Events that strangers can cause without limit, and the key by which their log lines are limited. */
const causedByAnybody: Partial<
  Record<EventName, (of: { ip: string | undefined; limit: string | undefined }) => string>
> = {
  slack_request_refused: () => '',
  provider_logout_refused: () => '',
  locked_out: ({ ip, limit }) => `${limit} ${ip}`,
  limit_refused: ({ ip, limit }) => `${limit} ${ip}`,
}

/** Ids and fixed words only. Must not contain an email, name, token, URL of a link or text of a member. */
type Details = {
  /** The id of the acting member, or `operator`, if that is not the affected member. */
  by?: string
  /** The sign-in method: `password`, `invitation`, `google`, … */
  way?: string
  provider?: string
  sessions?: 'one' | 'others' | 'all' | 'least_used'
  limit?: string
  /** The template of an email, or the kind of a delivery. */
  kind?: string
  destination?: string
  source?: string
  reason?: string
  /** The answer of the external service: a status or a code. */
  cause?: string
  attempts?: number
  /** The id of the affected record. */
  id?: string
}

type Who = { teamId: string; userId?: string }

/** @param who the member or only the team, if known */
export type LogEvent = (name: EventName, who?: Who, details?: Details) => void

/** Logs events at every `LOG_LEVEL` except `silent`. `LOG_LEVEL` filters only lines about requests and failures. */
export function openLogEvents(
  log: FastifyBaseLogger,
  { logLevel }: Pick<Config, 'logLevel'>,
  counter: Metrics['events'],
): LogEvent {
  const lines = log.child({}, { level: logLevel === 'silent' ? 'silent' : 'info' })
  const bound = boundLines(1)
  return (event, who, details) => {
    const { ip, reqId } = caller.getStore() ?? {}
    const write = (count?: number) =>
      lines[eventLevels[event]]({ event, team: who?.teamId, member: who?.userId, ...details, ip, reqId, count })
    const keyOf = causedByAnybody[event]
    if (keyOf) bound(`${event} ${keyOf({ ip, limit: details?.limit })}`, write)
    else write()
    counter.inc({ event })
  }
}
