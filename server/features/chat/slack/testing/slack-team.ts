import { beforeEach } from 'vitest'
import { openKeyring } from '#server/access/keys/sealed.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import type { Services } from '#server/services.ts'
import { forgetAttempts } from '#server/testing/database.ts'
import { installAtSlack, slackClient, type startSlack } from '#server/testing/slack.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'
import { connectSlack, slackAddress, slackOf } from '../operations.ts'

export const redirectUri = 'http://localhost:3000/api/auth/slack/callback'
export const people = ['misaki', 'naoki', 'yui', 'ren', 'sora', 'mei', 'hana'].map((name) => ({
  name,
  real_name: `${name} さん`,
  email: `${name.toUpperCase()}@hinode.example`,
}))

/** Starts one Slack stand-in for a test file, and resets it before each test. */
export async function openSlack() {
  const slack = await standIn.slack({ redirectUris: [redirectUri], people })
  beforeEach(() => slack.reset())
  return slack
}

/** Creates a team in a deployment that has Slack. */
export async function slackTeam(
  slack: Pick<Awaited<ReturnType<typeof startSlack>>, 'apiUrl'>,
  options: Parameters<typeof team>[0] = {},
) {
  const { clientId, clientSecret } = slackClient
  const providers = readProviders(
    readerOf({ SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_API_URL: slack.apiUrl }),
  )
  const here = await team({ providers, timeZone: 'Asia/Tokyo', ...options })
  const { clock, config, database, member, teamId } = here
  // The services with which a test completes a member's return from Slack's page.
  const parts = { config, database, keyring: openKeyring(config.secretKey), now: () => clock.now }
  const services = { ...parts, logEvent: () => {} } as Partial<Services> as Services
  const slackId = await personIds(slack.apiUrl)
  return {
    ...here,
    services,
    slackId,
    connect: async (userId: string, name: string) => {
      const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), name)
      await connectSlack(services, { teamId, userId, isAdmin: true }, { code: code!, redirectUri })
    },
    /** Creates a member. An email of a Slack user may be used in one test only, because it is unique. */
    person: (familyName: string, email?: string) => member(familyName, email ? { email } : {}),
    slackOf: () => slackOf(services, teamId),
    rows: () =>
      withTeamTransaction(database, { teamId }, async (db) => ({
        connections: await db
          .selectFrom('connections')
          .where('team_id', '=', teamId)
          .select(['user_id', 'account', 'subject', 'secret'])
          .orderBy('connected_at')
          .execute(),
        workspaces: await db.selectFrom('slack_workspaces').where('team_id', '=', teamId).selectAll().execute(),
      })),
  }
}

/** Creates a team in a deployment that has Slack. A member has connected Slack. */
export async function connectedTeam(slack: Awaited<ReturnType<typeof startSlack>>) {
  const here = await slackTeam(slack)
  // Deletes the counted attempts: every test invites the same few people, and would reach the limits of invitations.
  await forgetAttempts(here.database)
  const me = await here.person('佐伯')
  await here.connect(me.user.id, 'misaki')
  slack.calls.length = 0
  return { ...here, me }
}

/** Reads Slack's sign-in page. Returns a function that finds the Slack id of a person by name. */
async function personIds(apiUrl: string) {
  const query = String(new URLSearchParams({ client_id: slackClient.clientId, redirect_uri: redirectUri }))
  const page = await (await fetch(new URL(`/oauth/v2/authorize?${query}`, apiUrl))).text()
  const forms = page.split('<form').slice(1)
  return (name: string): string => {
    const form = forms.find((part) => part.includes(`<span class="user-login">${name}</span>`))
    return /name="user_id" value="([^"]+)"/u.exec(form ?? '')![1]!
  }
}
