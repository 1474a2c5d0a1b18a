// Simulates a morning in Slack by Socket Mode: all members are reminded, click the button and submit the dialog. Slack
// delivers each event a hundred times, late and out of order. Every report must exist once, and appear once in the
// channel.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { type Member, signUp } from '../e2e/members.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startSlack } from '#server/testing/slack.ts'
import { startSlackSockets } from '#server/testing/slack-socket.ts'
import { clockAhead } from './testing/clock.ts'
import { connectSlack } from './testing/connect-slack.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn, slackSettings } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'

const people = 10
const envelopesOfEach = 100
const retries = 4 // deliveries of the same envelope
const morning = '2027-06-02T01:03:00Z' // a Wednesday, 10:03 in Tokyo; the server sends the reminders of ten o'clock at 10:05
const today = '2027-06-02'
const mostWait = 5 * 60_000 // milliseconds
const team = { id: 'T000000001' }

await inFolder('slack', async (folder) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const clock = clockAhead((Date.parse(morning) - Date.now()) / 1_000)
  const names = ['saeki', ...Array.from({ length: people - 1 }, (_, number) => `person-${number + 1}`)]
  const slack = await startSlack({
    redirectUris: [`${address}/api/auth/slack/callback`],
    people: names.map((name) => ({ name, email: `${name}@hinode.example` })),
  })
  const sockets = await startSlackSockets(slack)
  const postgres = await startPostgres(join(folder, 'postgres'), clock)
  const server = await startServer({
    ...settingsOn(postgres),
    PORT: String(port),
    ...slackSettings(slack),
    SLACK_APP_TOKEN: 'xapp-1-of-the-stand-in',
    ...clock,
  })
  const members: Member[] = []
  for (const name of names) members.push(await signUp({ email: `${name}@hinode.example` }, address))
  await postgres.ask('update users set email_proven_at = now()', 'asakai')
  await connectSlack(address, members[0]!)
  const { linked } = (await members[0]!.call('POST', '/slack/links')) as { linked: number }
  const users = (await members[0]!.call('GET', '/slack/users')) as { id: string; profile: { email: string } }[]
  const ids = names.map((name) => users.find(({ profile }) => profile.email === `${name}@hinode.example`)!.id)
  await until(() => sockets.listening() === 1)
  await members[0]!.call('PATCH', '/team', { reminder_hour: 10 })

  const reminders = () => slack.calls.filter(({ sent }) => sent['blocks']?.includes('write_report'))
  await until(() => reminders().length === people)
  const { authorization } = reminders()[0]!
  const teamId = /"value":"([\w-]{36})"/u.exec(reminders()[0]!.sent['blocks']!)![1]!

  const times: number[] = []
  const envelopes: { envelope_id: string; type: string; payload: object; retry_attempt: number }[] = []
  for (const [number, id] of ids.entries()) {
    const who = { team, user: { id } }
    const pressedAt = performance.now()
    const trigger_id = await triggerOf(id)
    const actions = [{ action_id: 'write_report', value: teamId }]
    const press = { type: 'block_actions', ...who, trigger_id, actions }
    const envelope_id = crypto.randomUUID()
    for (let retry = 0; retry < retries; retry++)
      sockets.push({ envelope_id, type: 'interactive', payload: press, retry_attempt: retry })
    const opened = () => slack.sent('views.open').find((sent) => sent['trigger_id'] === trigger_id)
    await until(() => opened() !== undefined)
    const { private_metadata } = JSON.parse(opened()!['view']!) as { private_metadata: string }
    const texts = { yesterday_work: 'レビュー', today_plan: `計画 ${number}`, issues: null }
    const values = Object.entries(texts).map(([field, value]) => [field, { text: { type: 'plain_text_input', value } }])
    const view = {
      id: `V${number}`,
      callback_id: 'report',
      private_metadata,
      state: { values: Object.fromEntries(values) },
    }
    const payload = { type: 'view_submission', ...who, view }
    await sockets.ask('interactive', payload)
    times.push(performance.now() - pressedAt)
    for (let at = 0; at < envelopesOfEach; at++)
      envelopes.push({
        envelope_id: `${number} ${at % (envelopesOfEach / retries)}`,
        type: 'interactive',
        payload,
        retry_attempt: at,
      })
  }
  // Sends the events in another order than the clicks.
  const scattered = envelopes.map((_, at) => envelopes[(at * 387) % envelopes.length]!)
  for (const envelope of scattered) sockets.push(envelope)
  const known = new Set(envelopes.map(({ envelope_id }) => envelope_id))
  await until(() => [...known].every((id) => sockets.answers.has(id)))

  const inChannel = () => slack.sent('chat.postMessage').filter(({ blocks }) => blocks?.includes('計画 '))
  await until(() => inChannel().length >= people)
  await wait(10_000) // duplicates would have arrived by now
  const reports = await postgres.ask('select user_id from reports', 'asakai')
  const { total } = (await members[0]!.call('GET', `/daily-reports?report_date=${today}`)) as { total: number }
  await stopServer(server)
  await postgres.stop('fast')
  await sockets.close()
  await slack.close()
  const slowest = Math.max(...times)
  conclude(
    `${people} reminded and ${linked + 1} known by their emails; ${envelopes.length + people * (retries + 1)} envelopes, of which ` +
      `${known.size + people * 2} say something new: ${reports.length} reports, ${inChannel().length} in the channel; from the press ` +
      `of the button over the dialog to the report's acknowledgement ${slowest.toFixed(0)} ms at most`,
    {
      'everybody was reminded once': reminders().length === people,
      'everybody is known by their email': linked === people - 1,
      'every report is there once': reports.length === people && total === people,
      'every report stands in the channel once': inChannel().length === people,
      'Slack took every call': slack.refusals.length === 0,
    },
  )

  /** Returns the trigger id that Slack sends with a click; a real one expires after three seconds. */
  async function triggerOf(user_id: string): Promise<string> {
    const answer = await fetch(`${slack.apiUrl}/views.generateTriggerId`, {
      method: 'POST',
      headers: { authorization: authorization! },
      body: new URLSearchParams({ user_id }),
    })
    return ((await answer.json()) as { trigger_id: string }).trigger_id
  }
})

async function until(isSo: () => boolean) {
  const startedAt = performance.now()
  while (!isSo()) {
    if (performance.now() - startedAt > mostWait) throw new Error(`It has not come about: ${String(isSo)}`)
    await wait(20)
  }
}
