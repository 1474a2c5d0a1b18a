// Makes Slack, a mail server and Jira respond slowly, wrongly, with errors or not at all, while 12 members report and
// 12 others are reminded. No member's request may wait for these services. Messages that can be repeated are repeated, none is
// sent twice, and administrators see a list of the messages that may be lost.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { type Member, signUp } from '../e2e/members.ts'
import { answerWith, type Fault } from '#server/testing/fault.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startSlack } from '#server/testing/slack.ts'
import { startTracker } from '#server/testing/tracker.ts'
import { clockAhead } from './testing/clock.ts'
import { connectSlack } from './testing/connect-slack.ts'
import { type Manner, openMailServer } from './testing/mail-server.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn, slackSettings } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'

const reporters = 12
const morning = '2027-06-02T01:02:00Z' // a Wednesday, 10:02 in Tokyo: the reminders of ten o'clock are still due
const today = '2027-06-02'
const mostWait = 4_000 // milliseconds for a member's request; calls to providers time out later
const mostWhole = 9 * 60_000 // milliseconds until no message waits
const issues = 300

/**
 * The ways in which Slack responds to the first messages, in turn; it accepts all later ones. `shown`: Slack may have
 * shown the message in the channel.
 */
const slackManners: { fault: Fault; shown: boolean }[] = [
  { fault: { body: { ok: true, ts: '1', channel: 'C1' } }, shown: true },
  { fault: { status: 503, body: '' }, shown: false },
  { fault: 'silence', shown: true },
  { fault: { status: 429, headers: { 'retry-after': '1' }, body: '' }, shown: false },
  { fault: 'hanging up', shown: true },
  { fault: { body: { ok: false, error: 'ratelimited' } }, shown: false },
]
const faultyMessages = 12

/** The mail server's behaviour, by the beginning of the recipient's address. */
const mailManners: Record<string, (before: number) => Promise<Manner>> = {
  plain: async () => 'taken',
  slow: () => wait(4_000, 'taken'),
  refused: async (before) => (before < 2 ? 'refused' : 'taken'),
  unanswered: async () => 'unanswered',
}

await inFolder('services', async (folder) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const clock = clockAhead((Date.parse(morning) - Date.now()) / 1_000)
  const beginning = (to: string) => to.split('-')[0]!
  let isStormy = false
  const mail = await openMailServer(async (to, before) =>
    isStormy ? ((await mailManners[beginning(to)]?.(before)) ?? 'taken') : 'taken',
  )
  const slack = await startSlack({ redirectUris: [`${address}/api/auth/slack/callback`], people: [{ name: 'saeki' }] })
  const jira = await startTracker()
  jira.issues = Array.from({ length: issues }, (_, id) => ({ id, title: `課題 ${id}`, updatedAt: morning }))
  const postgres = await startPostgres(join(folder, 'postgres'), clock)
  const server = await startServer({
    ...settingsOn(postgres),
    PORT: String(port),
    SMTP_URL: mail.url,
    ...slackSettings(slack),
    TRACKER_ORIGINS: jira.url,
    ...clock,
  })

  const authors: Member[] = []
  for (let number = 0; number < reporters; number++)
    authors.push(await signUp({ first_name: `author-${number}` }, address))
  await authors[0]!.call('PATCH', '/team', { reminder_hour: null })
  const readers: Member[] = []
  for (const manner of Object.keys(mailManners))
    for (let number = 0; number < 3; number++)
      readers.push(await signUp({ email: `${manner}-${number}@example.com` }, address))
  await postgres.ask('update users set email_proven_at = now()', 'asakai')
  await connectSlack(address, authors[0]!)
  await authors[1]!.call('POST', '/connections/jira', { domain: jira.url, email: 'a@example.com', apiToken: jira.key })

  isStormy = true
  const messages: { text: string; shown: boolean; taken: boolean }[] = []
  slack.setFault('chat.postMessage', ({ text }) => {
    const manner =
      messages.length < faultyMessages ? slackManners[messages.length % slackManners.length]! : slackManners[0]!
    messages.push({
      text: text!,
      shown: manner.shown,
      taken: manner === slackManners[0],
    })
    return manner.fault
  })
  await authors[0]!.call('PATCH', '/team', { reminder_hour: 10 })
  const storm = { on: true }
  const waits = Promise.all(authors.slice(2).map((author) => writeUntilEnd(author, storm)))
  for (const author of authors) await author.report({ report_date: today, today_plan: author.email })
  for (let number = 0; number < 3; number++)
    await authors[3]!.call('POST', '/invitations', { email: `unanswered-guest-${number}@example.com` })

  const imports: number[] = []
  for (const trouble of ['silence', 'broken JSON', 'truncated', undefined, 'hanging up', undefined] as const) {
    jira.instead = trouble && (() => (_request, response) => answerWith(response, trouble))
    await authors[1]!.call('POST', '/backlogs/jira/issues/import').catch(() => {})
    const [row] = await postgres.ask('select count(*)::int as items from backlog_items', 'asakai')
    imports.push(row!['items'] as number)
  }

  const startedAt = performance.now()
  const settled = async () => {
    const rows = await postgres.ask(
      "select status, destination, kind from outbox where kind in ('report', 'reminder')",
      'asakai',
    )
    const isWaiting = rows.some(({ status }) => status === 'pending' || status === 'sending')
    return rows.length === reporters + readers.length && !isWaiting ? rows : undefined
  }
  let deliveries = await settled()
  while (!deliveries && performance.now() - startedAt < mostWhole) {
    await wait(2_000)
    deliveries = await settled()
  }
  storm.on = false
  const slowest = Math.max(...(await waits))
  const count = (destination: string, status: string) =>
    (deliveries ?? []).filter((each) => each['destination'] === destination && each['status'] === status).length
  const { length: listed } = (await authors[0]!.call('GET', '/notifications/deliveries')) as unknown[]
  const shown = messages.filter((message) => message.shown).map(({ text }) => text)
  const reminders = mail.mails.filter(({ text }) => text.includes(`?date=${today}`))

  await stopServer(server)
  await postgres.stop('fast')
  await Promise.all([mail.close(), slack.close(), jira.close()])
  conclude(
    `${reporters} reports to Slack: ${count('slack', 'sent')} sent, ${count('slack', 'dead')} listed, after ` +
      `${messages.length} calls; ${readers.length} reminders by mail: ${count('mail', 'sent')} sent, ${count('mail', 'dead')} listed; ` +
      `${shown.length - new Set(shown).size + reminders.length - new Set(reminders.map(({ to }) => to)).size} sent twice; ` +
      `Jira's ${issues} issues: ${imports.join(', ')} after each import; slowest request ${(slowest / 1_000).toFixed(1)} s`,
    {
      'nothing waits any more': deliveries !== undefined,
      'nothing was shown twice in Slack': new Set(shown).size === shown.length,
      'what counts as sent was taken by Slack': messages.filter(({ taken }) => taken).length === count('slack', 'sent'),
      'nobody was reminded twice': new Set(reminders.map(({ to }) => to)).size === reminders.length,
      'what counts as sent was taken by the mail server':
        reminders.filter(({ answered }) => answered).length === count('mail', 'sent'),
      'what was not taken is listed': listed === count('slack', 'dead') + count('mail', 'dead'),
      'slow and refused reminders came in the end': count('mail', 'sent') === 9,
      'a failing tracker takes no item away, and nothing is imported twice':
        imports.join() === [0, 0, 0, issues, issues, issues].join(),
      [`no request waited ${mostWait} ms`]: slowest < mostWait,
    },
  )
})

/** Reads and writes until the outages are over. @returns the slowest response in milliseconds */
async function writeUntilEnd(member: Member, storm: { on: boolean }): Promise<number> {
  let slowest = 0
  while (storm.on) {
    for (const [method, path, body] of [
      ['GET', '/dashboard', undefined],
      ['PATCH', '/users/me/settings', { language: 'ja' }],
    ] as const) {
      const startedAt = performance.now()
      await member.call(method, path, body)
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    await wait(500)
  }
  return slowest
}
