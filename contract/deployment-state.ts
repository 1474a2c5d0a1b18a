import * as z from 'zod/mini'
import { TeamBackup } from './backups.ts'
import { uuid } from './fields.ts'
import { providerIds, signInProviders } from './providers.ts'

const moment = z.nullable(z.iso.datetime())

/** What was last heard of a service, for this team alone; null: nothing within the last weeks. */
const Heard = z.object({
  succeeded_at: moment,
  failed_at: moment,
  /** Why it failed, as a sentence in the caller's language. */
  failure: z.nullable(z.string()),
})

/**
 * `GET /deployment/state`, for administrators: how what they depend on is doing. Of a deployment that teams share, counts and
 * names are the caller's team's; what is the deployment's tells nothing of anybody (decision 38).
 */
export const DeploymentState = z.object({
  version: z.string(),
  /** Absent where the operator has not asked for it; the version is null where it could not be found out. */
  newest: z.nullable(z.object({ version: z.nullable(z.string()), is_newer: z.boolean() })),
  database: z.object({ kind: z.enum(['bundled', 'own']), version: z.string() }),
  backup: TeamBackup,
  /** `late_seconds`: for how long the oldest job that is due has waited; the rest is the team's notifications. */
  queue: z.object({ late_seconds: z.int(), waiting: z.int(), failed: z.int() }),
  mail: z.extend(Heard, { is_set_up: z.boolean() }),
  /** Those that the operator has set up, and those that the team has used. */
  providers: z.array(z.extend(Heard, { id: z.enum(providerIds) })),
  /** Who last signed in stands first. A session that ended a month ago is forgotten. */
  members: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      signed_in_at: moment,
      /** What they can sign in with. */
      ways: z.array(z.enum(['password', ...signInProviders])),
    }),
  ),
})
export type DeploymentState = z.infer<typeof DeploymentState>
