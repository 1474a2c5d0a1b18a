import { offerable } from '#contract/deployment.ts'
import type { DeploymentState } from '#contract/deployment-state.ts'
import type { Language } from '#contract/languages.ts'
import { providerIds } from '#contract/providers.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readQueue } from '#server/db/jobs.ts'
import { readServer } from '#server/db/schema/state.ts'
import { newestVersion } from '#server/providers/newest-version.ts'
import type { Services } from '#server/services.ts'
import { version } from '#server/process/version.ts'
import { readBackup } from '../backups/operations.ts'
import { failureSentence, listFailed } from '#server/features/notifications/undelivered/operations.ts'
import { isNewer } from './policy.ts'
import { countWaiting, type Heard, selectHeard, selectSignIns } from './sql.ts'

const failedMost = 100 // counted at most: beyond this, the exact number does not matter

/**
 * Returns the state of the services that the team depends on (decision 38). @throws AppError admins_only, first_team_only
 */
export async function readDeploymentState(
  services: Services,
  scope: Scope,
  language: Language,
): Promise<DeploymentState> {
  requireAdministrator(scope)
  const backup = await readBackup(services, scope)
  const { config, database } = services
  const { heard, waiting, members } = await withTeamTransaction(database, scope, async (db) => ({
    heard: await selectHeard(db, scope),
    waiting: await countWaiting(db, scope),
    members: await selectSignIns(db, scope),
  }))
  const [dead, queue, server, newest] = await Promise.all([
    listFailed(services, scope, { limit: failedMost, offset: 0 }, language),
    readQueue(database),
    readServer(database),
    readNewest(services),
  ])
  const heardOf = (service: Heard['service']) =>
    said(
      heard.find((each) => each.service === service),
      language,
    )
  const isThere = (id: (typeof providerIds)[number]) =>
    heard.some(({ service }) => service === id) ||
    offerable.some((each) => each === id && config.providers[each] !== undefined)
  return {
    version,
    newest,
    public_url: config.publicUrl,
    database: { kind: config.databaseUrl ? 'own' : 'bundled', version: server.version },
    backup,
    queue: { late_seconds: Math.floor(queue.oldestSeconds), waiting, failed: dead.length },
    mail: { is_set_up: config.mail !== undefined, ...heardOf('mail') },
    providers: providerIds.filter(isThere).map((id) => Object.assign({ id }, heardOf(id))),
    members: members.map((member) =>
      Object.assign(member, { signed_in_at: member.signed_in_at?.toISOString() ?? null }),
    ),
  }
}

function said(heard: Heard | undefined, language: Language) {
  const { service, succeeded_at = null, failed_at = null, failure = null } = heard ?? {}
  return {
    succeeded_at: succeeded_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null,
    failure: service && failure ? failureSentence(service, failure, language) : null,
  }
}

/** Fetches the newest version, but only if the operator has set an address for it. */
async function readNewest({ config, now, logEvent }: Services): Promise<DeploymentState['newest']> {
  if (!config.updatesUrl) return null
  const newest = await newestVersion(config.updatesUrl, now(), (reason) =>
    logEvent('newest_version_unknown', undefined, { reason }),
  )
  return { version: newest, is_newer: newest !== null && isNewer(newest, version) }
}
