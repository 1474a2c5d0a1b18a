import * as z from 'zod/mini'
import { TeamBackup } from './backups.ts'
import { uuid } from './fields.ts'
import { providerIds, signInProviders } from './providers.ts'

const moment = z.nullable(z.iso.datetime())

/** The last success and failure of a service for this team; null if there was none in the last weeks. */
const Heard = z.object({
  succeeded_at: moment,
  failed_at: moment,
  /** The reason, in the caller's language. */
  failure: z.nullable(z.string()),
})

/**
 * `GET /deployment/state`, for administrators: the state of the deployment. If teams share the deployment, counts and
 * names are of the caller's team only. Shared values do not reveal anything about other teams (decision 38).
 */
export const DeploymentState = z.object({
  version: z.string(),
  /** Null if the operator disabled the check. `version`: null if the check failed. */
  newest: z.nullable(z.object({ version: z.nullable(z.string()), is_newer: z.boolean() })),
  /** The address that emails and links begin with. */
  public_url: z.url(),
  database: z.object({ kind: z.enum(['bundled', 'own']), version: z.string() }),
  backup: TeamBackup,
  /** `late_seconds`: the delay of the oldest due job. The other numbers count the team's notifications. */
  queue: z.object({ late_seconds: z.int(), waiting: z.int(), failed: z.int() }),
  mail: z.extend(Heard, { is_set_up: z.boolean() }),
  /** The configured providers, and those that the team has used. */
  providers: z.array(z.extend(Heard, { id: z.enum(providerIds) })),
  /**
   * The active members, the last sign-in first. `signed_in_at`: null if the member has no session; a session is deleted
   * a month after its end.
   */
  members: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      signed_in_at: moment,
      /** The available sign-in methods. */
      ways: z.array(z.enum(['password', ...signInProviders])),
    }),
  ),
})
export type DeploymentState = z.infer<typeof DeploymentState>
