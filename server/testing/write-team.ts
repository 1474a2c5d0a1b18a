import { providers as services, webhookProviders } from '#contract/providers.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'
import { slackClient } from './slack.ts'
import * as standIn from './stand-ins.ts'
import { makeFirst, type Member } from './team.ts'

export const today = '2026-11-20' // a Friday
export const now = new Date(`${today}T03:00:00Z`)
const redirectUri = 'http://localhost:3000/api/auth/slack/callback'

export async function openServices() {
  const people = ['misaki', 'naoki'].map((name) => ({ name, real_name: name, email: `${name}@hinode.example` }))
  const slack = await standIn.slack({ redirectUris: [redirectUri], people })
  return { slack, chats: await standIn.chats(), tracker: await standIn.tracker() }
}
type Services = Awaited<ReturnType<typeof openServices>>

/** Creates a team with an administrator and a colleague, and one of each thing that can be changed. */
export async function teamToChange({ slack, chats, tracker }: Services) {
  const providers = readProviders(
    readerOf({
      SLACK_CLIENT_ID: slackClient.clientId,
      SLACK_CLIENT_SECRET: slackClient.clientSecret,
      SLACK_API_URL: slack.apiUrl,
      ...Object.fromEntries(webhookProviders.map((id) => [services[id].variable, chats[id].url])),
      TRACKER_ORIGINS: tracker.url,
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_API_URL: tracker.url,
      OIDC_ISSUER: 'https://idp.example',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
    }),
  )
  const here = await slackTeam(slack, { providers, now })
  await makeFirst(here) // so that the calls of the operator's team succeed
  const [me, other] = [await here.member('佐伯'), await here.member('早川')]
  const write = (who: Member, day: string) =>
    who.post('/daily-reports', { report_date: day, yesterday_work: 'a', today_plan: 'b', issues: 'DBが落ちています' })
  const report = (await write(me, today)).body.id as string
  const others = (await write(other, today)).body.id as string
  const insight = (await me.post('/insights', { type: 'try', note: '朝会' })).body.id as string
  const comment = (await me.post(`/daily-reports/${others}/comments`, { body: 'x' })).body.id as string
  const blocker = (await me.get('/blockers')).body.blockers[0].id as string
  const insert = (table: 'outbox', row: object) =>
    withTeamTransaction(here.database, here, (db) =>
      db
        .insertInto(table)
        .values(row as never)
        .execute(),
    )
  return { ...here, chats, tracker, me, other, report, others, insight, comment, blocker, insert }
}
export type Here = Awaited<ReturnType<typeof teamToChange>>

/** A request that writes. `other`: a different body for the same call; undefined if the call has no body. */
type Write = { path: string; body?: unknown; other?: unknown; headers?: Record<string, string> }

export type Writes = Record<string, (here: Here) => Promise<Write> | Write>
