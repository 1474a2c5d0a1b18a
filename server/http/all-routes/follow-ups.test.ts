import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { webhookProviders } from '#contract/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { accountWrites } from '#server/testing/account-writes.ts'
import { followedState, followUpsOf, prepareFollowUps } from '#server/testing/follow-ups.ts'
import { reportWrites } from '#server/testing/report-writes.ts'
import { password } from '#server/testing/team.ts'
import { type Here, openServices, teamToChange, today, type Writes } from '#server/testing/write-team.ts'

// Some changes need a follow-up, which each operation does itself, without a trigger (decision 68):
// - a changed report or comment updates its Slack posts
// - an ended session loses its push subscription
// - the first report, invitation or connection completes a first step of the team

const csv = { 'content-type': 'text/csv' }
const replacing = ({ me }: Here) => ({
  path: '/import?existing=replace',
  body: `date,email,today\n${today},${me.user.email},z\n2026-11-17,${me.user.email},z`,
  headers: csv,
})

/** More requests that change reports, comments or sessions. */
const moreWrites: Writes = {
  'POST /daily-reports of a day whose report was deleted': async ({ me, report }) => {
    await me.delete(`/daily-reports/${report}`)
    const body = { report_date: today, yesterday_work: 'c', today_plan: 'd', issues: '' }
    return { path: '/daily-reports', body }
  },
  'POST /daily-reports/:id/restore of a report with a comment': async ({ me, other, report }) => {
    await other.post(`/daily-reports/${report}/comments`, { body: 'x' })
    await me.delete(`/daily-reports/${report}`)
    return { path: `/daily-reports/${report}/restore` }
  },
  'POST /daily-reports/:id/comments of a deleted comment': async ({ me, others, comment }) => {
    await me.delete(`/comments/${comment}`)
    return { path: `/daily-reports/${others}/comments`, body: { id: comment, body: 'x' } }
  },
  'POST /import of reports to replace': replacing,
  'DELETE /import/:id of replaced reports': async (here) => {
    const { path, body, headers } = replacing(here)
    return { path: `/import/${(await here.me.post(path, body, headers)).body.id}` }
  },
  'PATCH /users/:id of a deactivation': ({ other }) => ({
    path: `/users/${other.user.id}`,
    body: { is_active: false },
  }),
  'DELETE /users/me of somebody who takes everything along': async ({ me, other, report }) => {
    await other.post(`/daily-reports/${report}/comments`, { body: 'x' })
    await me.patch(`/users/${other.user.id}`, { is_admin: true })
    return { path: '/users/me', body: { password, reports: 'erase' } }
  },
}

/** The changes of each call that need a follow-up. The test fails for a new call until it is listed. */
const expected: Record<string, string[]> = {
  'POST /daily-reports': ['step report'],
  'POST /daily-reports of a day whose report was deleted': ['report'],
  'PUT /daily-reports/:id': ['report'],
  'DELETE /daily-reports/:id': ['report'],
  'POST /daily-reports/:id/restore': ['report'],
  'POST /daily-reports/:id/restore of a report with a comment': ['comment', 'report'],
  'POST /daily-reports/:id/comments': ['comment'],
  'POST /daily-reports/:id/comments of a deleted comment': ['comment'],
  'PUT /comments/:id': ['comment'],
  'DELETE /comments/:id': ['comment'],
  'POST /import': ['step report'],
  'POST /import of reports to replace': ['report', 'step report'],
  'DELETE /import/:id': ['report'],
  'DELETE /import/:id of replaced reports': ['report'],
  'DELETE /users/me of somebody who takes everything along': ['comment', 'report'],
  'POST /invitations': ['step invite'],
  'POST /slack/assign': ['step invite'],
  ...Object.fromEntries(webhookProviders.map((provider) => [`POST /connections/${provider}`, ['step connect']])),
  'POST /connections/backlog': ['step connect'],
  'POST /connections/jira': ['step connect'],
  'DELETE /users/:id/sessions': ['session'],
  'DELETE /sessions/:id': ['session'],
  'DELETE /sessions': ['session'],
  'PATCH /users/:id of a deactivation': ['session'],
}

const services = await openServices()
beforeEach(() => services.slack.reset())

test.each(Object.entries({ ...reportWrites, ...accountWrites, ...moreWrites }))(
  'a write also makes its follow-up changes: %s',
  async (name, requestOf) => {
    const here = await teamToChange(services)
    const { me, database, teamId, clock } = here
    const { path, body, headers } = await requestOf(here)
    clock.now = new Date(clock.now.getTime() + 2_000)
    const state = () => withTeamTransaction(database, { teamId }, (db) => followedState(db, teamId))
    const isImporting = () =>
      withTeamTransaction(database, { teamId }, async (db) => {
        const { rows } = await sql`
          select from report_imports where team_id = ${teamId} and ended_at is null`.execute(db)
        return rows.length > 0
      })
    await withTeamTransaction(database, { teamId }, (db) => prepareFollowUps(db, teamId))
    const before = await state()
    const { status } = await me.call(name.split(' ')[0] as 'POST', path, body, headers)
    expect([200, 201, 202, 204]).toContain(status)
    await expect.poll(isImporting).toBe(false)
    const { did, forgotten } = followUpsOf(before, await state())
    expect(forgotten).toEqual([])
    expect(did).toEqual(expected[name] ?? [])
  },
)
