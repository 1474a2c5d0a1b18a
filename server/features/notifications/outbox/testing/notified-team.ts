import { beforeEach } from 'vitest'
import { deliveryKinds } from '#contract/notifications.ts'
import type { TeamChange } from '#contract/users.ts'
import { readProviders } from '#server/config/providers.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { recorder } from '#server/testing/recorder.ts'
import { installAtSlack, slackClient, type startSlack } from '#server/testing/slack.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { type Member, startApp, team } from '#server/testing/team.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { connectSlack, slackAddress } from '#server/features/chat/slack/operations.ts'

export const redirectUri = 'http://localhost:3000/api/auth/slack/callback'

/** A Friday, 10:00 in Tokyo. It is in the future, because the job queue uses PostgreSQL's clock (`runJobs`). */
export const friday = new Date('2040-10-19T01:00:00Z')
export const today = '2040-10-19'

export const draft = (report_date = today) => ({
  report_date,
  yesterday_work: 'レビュー',
  today_plan: '設計',
  issues: '',
})

/** Starts a Slack, a Google Chat and a mailbox for a test file, and resets them before each test. */
export async function openDestinations() {
  const slack = await standIn.slack({ redirectUris: [redirectUri], people: [{ name: 'misaki' }, { name: 'naoki' }] })
  const chat = await recorder()
  // Leaves out emails about changes of an account, which other tests check.
  const mailbox = await openMailbox({ leftOut: /\/not-me\?token=|が管理者になりました$/mu })
  beforeEach(() => {
    mailbox.mails.length = 0
    slack.calls.length = 0
    slack.setFault('chat.postMessage', undefined)
    chat.heard.length = 0
    chat.setAnswer({ body: { name: 'spaces/AAAA/messages/1' } })
  })
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  return {
    slack,
    chat,
    posted: () => slack.sent('chat.postMessage'),
    mails: mailbox.mails,
    /** The options of a team whose deployment has mail, too. */
    withMail: { slack, mail, publicUrl: 'https://asakai.example' },
  }
}

type Options = NonNullable<Parameters<typeof team>[0]>

/**
 * Creates a team whose members can be notified, in a deployment that uses the given stand-ins. Nothing listens at the
 * default addresses.
 */
export async function notifiedTeam({
  slack,
  chatUrl = 'http://localhost:1',
  discordUrl = 'http://localhost:1',
  pushUrl,
  ...options
}: {
  slack: Pick<Awaited<ReturnType<typeof startSlack>>, 'apiUrl'>
  chatUrl?: string
  discordUrl?: string
  pushUrl?: string
} & Options) {
  const { clientId, clientSecret } = slackClient
  const providers = readProviders(
    readerOf({
      SLACK_CLIENT_ID: clientId,
      SLACK_CLIENT_SECRET: clientSecret,
      SLACK_API_URL: slack.apiUrl,
      GOOGLE_CHAT_URL: chatUrl,
      DISCORD_URL: discordUrl,
      ...(pushUrl && { PUSH_ORIGINS: pushUrl }),
    }),
  )
  const here = await team({ now: new Date(friday), providers, ...options })
  const { app, clock, database, teamId } = here
  const { services } = app
  // Removes messages that an earlier test of this file has left.
  await withEveryTeamTransaction(database, (db) => db.deleteFrom('outbox').where('kind', 'in', deliveryKinds).execute())
  return {
    ...here,
    services,
    run: () => runJobs(app),
    /** Starts another server on the same database. Its clock has the time of the first server's clock. */
    another: async () => {
      const other = await startApp({ ...services.config, database, now: clock.now })
      return other.app
    },
    toSlack: async (member: Member, name: string) => {
      const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), name)
      await connectSlack(services, { teamId, userId: member.user.id, isAdmin: true }, { code: code!, redirectUri })
    },
    toSpace: (member: Member) => {
      const scope = { teamId, userId: member.user.id }
      const webhook_url = `${chatUrl}/v1/spaces/AAAA/messages?key=k&token=t`
      return withTeamTransaction(database, scope, (db) =>
        saveConnection(services, db, scope, {
          provider: 'google-chat',
          account: '開発',
          subject: null,
          secret: { webhook_url },
        }),
      )
    },
    proveEmail: (member: Member) =>
      withTeamTransaction(database, { teamId }, (db) =>
        db.updateTable('users').set({ email_proven_at: clock.now }).where('id', '=', member.user.id).execute(),
      ),
    deliveries: () =>
      withTeamTransaction(database, { teamId }, (db) =>
        db
          .selectFrom('outbox')
          .where('team_id', '=', teamId)
          .where('kind', 'in', deliveryKinds)
          .select(['id', 'user_id', 'kind', 'day', 'destination', 'status', 'attempts', 'failure', 'due_at'])
          .orderBy('updated_at')
          .orderBy('day')
          .execute(),
      ),
    setTeam: (change: TeamChange) =>
      withTeamTransaction(database, { teamId }, (db) =>
        db.updateTable('teams').set(change).where('id', '=', teamId).execute(),
      ),
    later: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000)
    },
  }
}
