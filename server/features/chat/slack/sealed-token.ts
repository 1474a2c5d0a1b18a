import { unseal } from '#server/access/keys/sealed.ts'
import type { Services } from '#server/services.ts'

/** The audience of a team's encrypted bot token: it can be decrypted for this audience only. */
export const audienceOf = (teamId: string) => `slack_workspaces:${teamId}`
/** The encrypted content of a workspace's row. */
export type SlackSecrets = { botToken: string }

/** @returns undefined if none of our keys decrypts the token */
export async function unsealBotToken(
  { keyring }: Pick<Services, 'keyring'>,
  { teamId }: { teamId: string },
  secret: string,
): Promise<SlackSecrets | undefined> {
  try {
    return (await unseal(keyring, audienceOf(teamId), secret)) as SlackSecrets
  } catch {
    return undefined
  }
}
