// Runs two servers with clocks that differ by 90 s, on special days: the leap day, the end of the year, and changes of
// summer time, also with reminders at an hour that is skipped or repeated. Tokens must work on both servers, reports
// must have the right day, and members without a report must be reminded once.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { signUp } from '../e2e/members.ts'
import { clockAhead } from './testing/clock.ts'
import { openMailServer } from './testing/mail-server.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'

const apart = 90 // seconds
const before = 90 // seconds before the hour at which a scene begins
const after = 7 * 60 // seconds after that hour; the servers look for due reminders every five minutes

/** `at`: the hour of the reminders in UTC. `days`: the last two working days, up to the day of that hour. */
const scenes = (
  [
    ['leap day', 'Asia/Tokyo', 10, '2028-02-29T01:00:00Z', ['2028-02-28', '2028-02-29']],
    ['year’s end', 'Asia/Tokyo', 0, '2026-12-31T15:00:00Z', ['2026-12-31', '2027-01-01']],
    ['no such hour', 'Africa/Cairo', 0, '2027-04-29T22:00:00Z', ['2027-04-29', '2027-04-30']],
    ['hour twice', 'Africa/Cairo', 23, '2027-10-28T21:00:00Z', ['2027-10-27', '2027-10-28']],
    ['summer time', 'Europe/Berlin', 10, '2027-03-29T08:00:00Z', ['2027-03-26', '2027-03-29']],
    ['its end', 'America/New_York', 10, '2027-11-08T15:00:00Z', ['2027-11-05', '2027-11-08']],
  ] as const
).map(([name, zone, hour, at, days]) => ({ name, zone, hour, at, days }))
type Scene = (typeof scenes)[number]

await inFolder('clocks', async (folder) => {
  const promises: Record<string, boolean> = {}
  const opened = []
  // Opens one scene after the other, so that no scene waits for others while its clock runs.
  for (const [index, scene] of scenes.entries())
    opened.push(await open(scene, join(folder, `postgres-${index}`), promises))
  const reminded = await Promise.all(opened.map((watch) => watch()))
  conclude(
    `${scenes.length} scenes, two servers ${apart} s apart: ${Object.keys(promises).length} promises, ` +
      `${reminded.length} members reminded, ${Math.max(...reminded.map(({ mails }) => mails))} times at most, ` +
      `${Math.max(...reminded.map(({ late }) => late)).toFixed(0)} s after the hour at most`,
    promises,
  )
})

/**
 * Members sign up, sign in on one server, use the other, and report. @returns a function that waits for the reminders
 * and ends the scene
 */
async function open(scene: Scene, folder: string, promises: Record<string, boolean>) {
  const ahead = (Date.parse(scene.at) - Date.now()) / 1_000 - before
  const hour = performance.now() + before * 1_000
  const mail = await openMailServer()
  const postgres = await startPostgres(folder, clockAhead(ahead))
  const environment = {
    ...settingsOn(postgres),
    SMTP_URL: mail.url,
    TIME_ZONE: scene.zone,
    PORT: '0',
  }
  const early = await startServer({ ...environment, ...clockAhead(ahead + apart / 2) })
  const late = await startServer({ ...environment, ...clockAhead(ahead - apart / 2) })
  const hold = (promise: string, kept: boolean) => {
    const named = `${scene.name}: ${promise}`
    promises[named] = kept && promises[named] !== false
  }

  const diligent = await signUp({}, early.address)
  const forgetful = await signUp({}, late.address)
  await postgres.ask(`update users set email_proven_at = now(), created_at = now() - interval '30 days'`, 'asakai')
  await diligent.call('PATCH', '/team', { reminder_hour: scene.hour })
  for (const report_date of scene.days) await diligent.report({ report_date })
  for (const [from, to, { tokens }] of [
    ['ahead', late, diligent],
    ['behind', early, forgetful],
  ] as const) {
    const known = await answerOf(to.address, '/users/me', tokens.access_token)
    hold(`a token of the server that is ${from} counts on the other`, known.status === 200)
    const renewed = await fetch(`${to.address}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: tokens.refresh_token }),
    })
    hold(`and is renewed there`, renewed.status === 200)
  }

  return async () => {
    const reminded = () => mail.mails.filter(({ text }) => text.includes(`?date=${scene.days[1]}`))
    let first = Number.POSITIVE_INFINITY // seconds after the hour
    while (performance.now() < hour + after * 1_000) {
      if (reminded().length > 0) first = Math.min(first, (performance.now() - hour) / 1_000)
      await wait(1_000)
    }
    const reminders = reminded()
    hold('who has not reported is reminded once', reminders.length === 1 && reminders[0]!.to === forgetful.email)
    hold('not before the hour on the slower clock', first >= -apart / 2)
    for (const server of [early, late]) {
      const { access_token } = await signIn(server.address, diligent)
      const { body: day } = await answerOf(server.address, '/dashboard', access_token)
      const { body: own } = await answerOf(server.address, '/dashboard/stats', access_token)
      hold('it is that day', day.today.date === scene.days[1] && day.today.working_day)
      hold('one has reported, one has not', day.today.reported.length === 1 && day.today.missing.length === 1)
      hold('both days count', own.current_streak === 2)
    }
    await Promise.all([stopServer(early), stopServer(late)])
    await postgres.stop('fast')
    await mail.close()
    return { mails: reminders.length, late: first }
  }
}

type Answered = {
  today: { date: string; working_day: boolean; reported: unknown[]; missing: unknown[] }
  current_streak: number
}

async function answerOf(address: string, path: string, token: string) {
  const answer = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: (await answer.json()) as Answered }
}

async function signIn(address: string, { email, password }: { email: string; password: string }) {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
  return (await answer.json()) as { access_token: string }
}
