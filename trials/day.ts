// Simulates a day of 200 members in seven minutes, in four equal quarters: all sign in, read, write and listen, and
// half of them are reminded. No request may fail, and the last quarter must use no more memory, files and connections
// than the second.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { signUp, type Member } from '../e2e/members.ts'
import { clockAhead } from './testing/clock.ts'
import { openMailServer } from './testing/mail-server.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'

const members = 200
const quarters = 4
const quarterLasts = 105_000 // milliseconds
const visits = 3 // visits of each member in a quarter
const sampleEvery = 3_000 // milliseconds
const mostGrowth = 1.2 // the factor by which memory may grow, because the heap varies
const morning = '2027-06-02T01:02:00Z' // a Wednesday, 10:02 in Tokyo: the reminders of ten o'clock are still due
const today = '2027-06-02'

type Sample = { quarter: number; memory: number; files: number; backends: number }

await inFolder('day', async (folder) => {
  const clock = clockAhead((Date.parse(morning) - Date.now()) / 1_000)
  const mail = await openMailServer()
  const postgres = await startPostgres(join(folder, 'postgres'), clock)
  const server = await startServer({
    ...settingsOn(postgres),
    SMTP_URL: mail.url,
    PORT: '0',
    ...clock,
  })
  const team: Member[] = []
  for (let number = 0; number < members; number++) {
    const member = await signUp({ first_name: String(number) }, server.address)
    if (number === 0) await member.call('PATCH', '/team', { reminder_hour: null })
    if (number % 2 === 0) await member.report({ report_date: today })
    team.push(member)
  }
  await postgres.ask('update users set email_proven_at = now()', 'asakai')
  await team[0]!.call('PATCH', '/team', { reminder_hour: 10 })

  const failures: string[] = []
  const answers = { count: 0, slowest: 0, putOff: 0 }
  let acknowledged = 0 // acknowledged reports, which the trial counts again at the end
  const samples: Sample[] = []
  const ending = new AbortController()
  const streams = team.map((member) => listen(server.address, member, ending.signal))
  const startedAt = performance.now()
  const sampling = sample()
  await Promise.all(team.map((member, number) => liveThrough(member, number)))
  ending.abort()
  await sampling
  const heard = (await Promise.all(streams)).reduce((sum, events) => sum + events, 0)

  const lost = await countLost()
  const reminders = mail.mails.filter(({ text }) => text.includes(`?date=${today}`)).map(({ to }) => to)
  await stopServer(server)
  await postgres.stop('fast')
  await mail.close()

  const [second, last] = [typical(samples, 1), typical(samples, quarters - 1)]
  conclude(
    `${members} members, ${answers.count} answers, ${failures.length} failures, ${heard} parts of streams, ` +
      `${answers.putOff} put off, ${acknowledged} reports acknowledged, ${lost} lost, ${reminders.length} reminded; from the second to the last quarter: ` +
      `memory ${second.memory} to ${last.memory} MB, files ${second.files} to ${last.files}, ` +
      `backends ${second.backends} to ${last.backends}; slowest answer ${(answers.slowest / 1_000).toFixed(1)} s`,
    {
      [`nothing failed, but ${failures.slice(0, 3).join('; ')}`]: failures.length === 0,
      'every acknowledged report is there': lost === 0,
      'each of the half without a report was reminded once':
        reminders.length === members / 2 && new Set(reminders).size === members / 2,
      'everybody heard what the others did': heard > members * members,
      'memory is flat': last.memory <= second.memory * mostGrowth,
      'files and sockets are flat': last.files <= second.files + 20,
      'connections to the database are flat': last.backends <= second.backends + 2,
    },
  )

  /** Spreads the visits over the quarter, at different times for each member. */
  async function liveThrough(member: Member, number: number) {
    for (let quarter = 0; quarter < quarters; quarter++)
      for (let visit = 0; visit < visits; visit++) {
        const at = quarter * quarterLasts + ((visit + number / members) * quarterLasts) / visits
        await wait(Math.max(0, startedAt + at - performance.now()))
        await come(member, quarter, visit).catch((error: unknown) => failures.push(String(error)))
      }
  }

  async function come(member: Member, quarter: number, visit: number) {
    const ask = async (method: string, path: string, body?: unknown) => {
      const asked = performance.now()
      const answer = await untilAnswered(() => member.call(method, path, body))
      answers.count++
      answers.slowest = Math.max(answers.slowest, performance.now() - asked)
      return answer
    }
    const report_date = dateOf(quarter)
    if (visit === 0) await ask('POST', '/auth/login', { username: member.email, password: member.password })
    for (const path of ['/users/me', '/users', '/dashboard', '/dashboard/stats', '/activity', '/backlogs'])
      await ask('GET', path)
    await ask('GET', `/daily-reports?report_date=${report_date}`)
    const draft = { report_date, yesterday_work: '設計', today_plan: `quarter ${quarter}`, issues: '' }
    if (visit === 0) {
      await ask('POST', '/daily-reports', draft)
      acknowledged++
    }
    if (visit === 1) {
      const latest = (await ask('GET', '/daily-reports/my/latest')) as { id: string; report_date: string }
      const edited = { ...draft, report_date: latest.report_date, issues: '確認待ち' }
      await ask('PUT', `/daily-reports/${latest.id}`, edited)
    }
    if (visit === 2) await ask('POST', '/insights', { type: 'keep', note: `- 朝会が短い\n- ${quarter}` })
  }

  /** Repeats a call a little later if the server responds that it is busy, as a member would. */
  async function untilAnswered(call: () => Promise<unknown>): Promise<unknown> {
    while (true)
      try {
        return await call()
      } catch (error) {
        if (!String(error).includes('"code":"busy"')) throw error
        answers.putOff++
        await wait(2_000)
      }
  }

  async function sample() {
    const pid = server.process.pid!
    while (!ending.signal.aborted) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const [row] = await postgres.ask(
        "select count(*)::int as backends from pg_stat_activity where usename = 'asakai'",
      )
      samples.push({
        quarter: Math.floor((performance.now() - startedAt) / quarterLasts),
        memory: Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)![1]) / 1_024), // MB
        files: (await readdir(`/proc/${pid}/fd`)).length,
        backends: row!['backends'] as number,
      })
      await wait(sampleEvery)
    }
  }

  async function countLost() {
    let there = 0
    for (let quarter = 0; quarter < quarters; quarter++)
      for (const offset of [0, 100]) {
        const path = `/daily-reports?report_date=${dateOf(quarter)}&limit=100&offset=${offset}`
        there += ((await team[0]!.call('GET', path)) as { reports: unknown[] }).reports.length
      }
    return acknowledged - there
  }
})

/** Returns a past day for a quarter. Later quarters have later days. */
function dateOf(quarter: number): string {
  return new Date(Date.parse(today) - (quarters - quarter) * 86_400_000).toISOString().slice(0, 10)
}

/** Reconnects the stream when it ends, as a browser does. @returns the number of received parts */
async function listen(address: string, { tokens }: Member, signal: AbortSignal): Promise<number> {
  let parts = 0
  while (!signal.aborted)
    try {
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      const { body } = await fetch(`${address}/api/events`, { headers, signal })
      for await (const _part of body!) parts++
    } catch {
      await wait(1_000)
    }
  return parts
}

function typical(samples: Sample[], quarter: number): Sample {
  const mine = samples.filter((each) => each.quarter === quarter)
  const middle = (name: keyof Sample) => mine.map((each) => each[name]).sort((a, b) => a - b)[mine.length >> 1] ?? 0
  return { quarter, memory: middle('memory'), files: middle('files'), backends: middle('backends') }
}
