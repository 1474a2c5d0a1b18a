import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { syncDue } from '#server/features/trackers/issue-imports/operations.ts'
import { draft, notifiedTeam, openDestinations } from '#server/features/notifications/outbox/testing/notified-team.ts'
import { queueReminders } from '#server/features/notifications/reminders/operations.ts'
import { choose, hinode, issue, importIssues, titles } from '#server/testing/backlog-team.ts'
import { establish } from '#server/testing/established.ts'
import { runJobs } from '#server/testing/jobs.ts'
import type { Member } from '#server/testing/team.ts'

const { withMail } = await openDestinations()

const named = (rows: { user_id: string | null }[], { user }: Member) => rows.some(({ user_id }) => user_id === user.id)

/** Creates an administrator, and a member whom the API deactivates. */
async function two() {
  const here = await notifiedTeam(withMail)
  const administrator = await here.member('佐伯')
  const member = await here.member('早川')
  const deactivate = async () => {
    const answer = await administrator.patch(`/users/${member.user.id}`, { is_active: false })
    expect(answer).toMatchObject({ status: 200, body: { is_active: false } })
  }
  return { ...here, administrator, member, deactivate }
}

type Two = Awaited<ReturnType<typeof two>>

/** The parts of the API that show a member, before and after the deactivation. */
const places: Record<string, { prepare?: (here: Two) => Promise<unknown>; look: (here: Two) => Promise<unknown> }> = {
  'the list of missing reports': {
    look: async ({ administrator, member }) =>
      named((await administrator.get('/dashboard')).body.today.missing, member),
  },
  'the list of today’s reports': {
    prepare: ({ member }) => member.post('/daily-reports', draft()),
    look: async ({ administrator, member }) =>
      named((await administrator.get('/dashboard')).body.today.reported, member),
  },
  'open blockers': {
    prepare: ({ member }) => member.post('/daily-reports', { ...draft(), issues: '鍵がない' }),
    look: async ({ administrator }) => (await administrator.get('/dashboard/stats')).body.open_blockers === 1,
  },
  'the list of members': {
    look: async ({ administrator, member }) => {
      const users: { id: string; is_active: boolean }[] = (await administrator.get('/users')).body
      return users.find(({ id }) => id === member.user.id)?.is_active
    },
  },
  reminders: {
    prepare: ({ member, proveEmail, setTeam }) => Promise.all([proveEmail(member), setTeam({ reminder_hour: 10 })]),
    look: async ({ services, setTeam, database, teamId, deliveries, member }) => {
      await withTeamTransaction(database, { teamId }, (db) => db.deleteFrom('outbox').execute())
      await setTeam({ reminder_hour: 10 })
      await queueReminders(services)
      return named(await deliveries(), member)
    },
  },
}

test.each(Object.entries(places))(
  'a deactivated member disappears at once from %s',
  async (_place, { prepare, look }) => {
    const here = await two()
    await prepare?.(here)
    expect(await look(here)).toBe(true)
    await here.deactivate()
    expect(await look(here)).toBe(false)
  },
)

test('the hourly job does not read the trackers of a deactivated member', async () => {
  const { app, clock, imports, tracker, member, connect } = await hinode()
  await imports.stop()
  const sync = async () => {
    await syncDue(app.services)
    expect(await runJobs(app)).toEqual([])
  }
  const [administrator, colleague] = [await member('佐伯'), await member('早川')]
  await choose(colleague, { auto_sync: true })
  await connect(colleague, 'github')
  await sync()
  const asked = tracker.asked.length
  expect(asked).toBeGreaterThan(0)
  await administrator.patch(`/users/${colleague.user.id}`, { is_active: false })
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
  await sync()
  expect(tracker.asked).toHaveLength(asked)
})

test('the next import assigns issues to the remaining lead after the other lead was deactivated', async () => {
  const { tracker, member, connect, change } = await hinode()
  const [administrator, lead] = [await member('佐伯'), await member('早川')]
  await change(lead, { role: 'project-manager' })
  await choose(administrator, { auto_assign: 'team-lead' })
  await connect(administrator, 'github')
  tracker.issues = [issue(1)]
  await importIssues(administrator)
  expect([await titles(administrator), await titles(lead)]).toEqual([[], ['課題 1']])
  await administrator.patch(`/users/${lead.user.id}`, { is_active: false })
  await importIssues(administrator)
  expect(await titles(administrator)).toEqual(['課題 1'])
})

test('the proven address of a deactivated member cannot be invited', async () => {
  const here = await two()
  const { administrator, member, deactivate } = here
  await establish(here)
  await deactivate()
  const answer = await administrator.post('/invitations/', { email: member.user.email })
  expect(answer).toMatchObject({ status: 409, body: { code: 'already_member' } })
})
