import { unseal } from '#server/access/keys/sealed.ts'
import type { Channel } from '#server/providers/slack/channels.ts'
import type { Services } from '#server/services.ts'

/** The place for which a team's bot token is sealed; it opens nowhere else. */
export const audienceOf = (teamId: string) => `slack_workspaces:${teamId}`
/**
 * The sealed content. @property channel of the team's reports, once an administrator has chosen one; else the operator's
 */
export type Kept = { botToken: string; channel?: Channel | undefined }

/** @returns undefined if no key of ours opens it */
export async function openKept(
  { keyring }: Pick<Services, 'keyring'>,
  { teamId }: { teamId: string },
  secret: string,
): Promise<Kept | undefined> {
  try {
    return (await unseal(keyring, audienceOf(teamId), secret)) as Kept
  } catch {
    return undefined
  }
}
