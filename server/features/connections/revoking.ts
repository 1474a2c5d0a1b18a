import { v7 as newId } from 'uuid'
import type { Provider } from '#contract/providers.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { selectIdentity } from '#server/db/identities.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import { ProviderFailure } from '#server/errors.ts'
import { openGrant } from '#server/features/grants/operations.ts'
import { type GitHubGrant, revokeGitHubGrant, revokeGitHubToken } from '#server/providers/github/sign-in.ts'
import type { Services } from '#server/services.ts'

type Member = { teamId: string; userId: string }
type Forgotten = { provider: Provider; subject: string | null; secret: string | null }

/**
 * Asks for the end at GitHub of what a member granted there. Only GitHub's grants are kept and can be ended by a call. Must
 * run in the caller's transaction, so that the grant ends exactly if it is forgotten here.
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
 * Ends a grant at GitHub. The queue repeats this if GitHub fails. If the person has connected their account again, ends only
 * the forgotten token.
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
    // GitHub knows no such token any more.
    if (error instanceof ProviderFailure && (error.reason === 'absent' || error.reason === 'refused')) return
    throw error
  }
}
