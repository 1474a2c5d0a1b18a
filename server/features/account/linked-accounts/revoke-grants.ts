import { v7 as newId } from 'uuid'
import type { Provider } from '#contract/providers.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { selectIdentity } from '#server/db/accounts/identities.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import { ProviderFailure } from '#server/errors.ts'
import { openGrant } from '#server/access/provider-secrets/operations.ts'
import { type GitHubGrant, revokeGitHubGrant, revokeGitHubToken } from '#server/providers/github/sign-in.ts'
import type { Services } from '#server/services.ts'

type Member = { teamId: string; userId: string }
type Forgotten = { provider: Provider; subject: string | null; secret: string | null }

/**
 * Queues the revocation of the member's deleted grants at GitHub. The grants of other providers are not stored, or
 * cannot be revoked by a call. Must run in the caller's transaction, so that the grant is revoked exactly if it is
 * deleted here.
 */
export async function revokeLater(
  { now }: Pick<Services, 'now'>,
  db: Db,
  { teamId, userId }: Member,
  forgotten: readonly Forgotten[],
): Promise<void> {
  for (const { provider, subject, secret } of forgotten) {
    if (provider !== 'github' || subject === null || secret === null) continue
    const payload = { teamId, userId, subject, secret }
    await addJob(db, 'revoke-github', payload, { key: `revoke-github ${newId()}`, runAt: now() })
  }
}

/**
 * Revokes a grant at GitHub. The queue retries failures. If the person has connected their account again, revokes only
 * the deleted token.
 * @throws ProviderFailure
 */
export async function revokeGitHub(services: Services, { subject, secret, ...member }: Jobs['revoke-github']) {
  const { github } = services.config.providers
  const grant = (await openGrant(services, member, 'github', secret)) as GitHubGrant | undefined
  if (!github || !grant) return
  const isConnected = await withEveryTeamTransaction(services.database, (db) => selectIdentity(db, 'github', subject))
  try {
    await (isConnected ? revokeGitHubToken(github, grant) : revokeGitHubGrant(github, grant))
  } catch (error) {
    // GitHub does not know this token, so it is revoked already.
    if (error instanceof ProviderFailure && (error.reason === 'not_found' || error.reason === 'refused')) return
    throw error
  }
}
