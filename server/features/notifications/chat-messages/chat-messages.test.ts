import { afterEach, describe, expect, test } from 'vitest'
import type { Scope } from '#server/access/scope.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { postKinds } from '#server/db/schema/tables/outbox.ts'
import { password } from '#server/testing/team.ts'
import { draft, notifiedTeam, openDestinations, today } from '../outbox/testing/notified-team.ts'
import { restoreReport } from '#server/features/reports/deleted-reports/operations.ts'
import { deleteOldOutbox, deliver, requeueOverdue } from '../outbox/operations.ts'

const { slack } = await openDestinations()
afterEach(() => {
  for (const method of ['chat.update', 'chat.delete']) slack.setFault(method, undefined)
  expect(slack.refusals).toEqual([])
})

/** Creates a team in which Misaki's report is posted to Slack. */
async function postedTeam() {
  const here = await notifiedTeam({ slack })
  const misaki = await here.member('佐伯', { first_name: '美咲' })
  const naoki = await here.member('早川', { first_name: '直樹' })
  await here.toSlack(misaki, 'misaki')
  const { body: report } = await misaki.post('/daily-reports', draft())
  await here.run()
  /** Runs the jobs that run every minute. */
  const minute = async () => {
    await requeueOverdue(here.services)
    expect(await here.run()).toEqual([])
  }
  await minute()
  slack.calls.length = 0
  const comment = async (body: string, by = naoki) =>
    (await by.post(`/daily-reports/${report.id}/comments`, { body })).body as { id: string }
  const posts = () =>
    withTeamTransaction(here.database, here, (db) =>
      db
        .selectFrom('outbox')
        .where('team_id', '=', here.teamId)
        .where('kind', 'in', postKinds)
        .selectAll()
        .orderBy('created_at')
        .execute(),
    )
  /** Returns the calls that posted, changed or deleted messages in the channel. */
  const said = () =>
    slack.calls
      .filter(({ method, sent }) => method.startsWith('chat.') && !sent['channel']!.startsWith('D'))
      .map(({ method, sent }) => [method, sent['text'], sent['thread_ts'] ?? sent['ts']])
  return { ...here, misaki, naoki, report, minute, comment, posts, said }
}

describe('the message of a report (N9.03)', () => {
  test('a report’s message is edited with the report and deleted with it', async () => {
    const { misaki, report, minute, posts, said } = await postedTeam()
    const [{ ts } = { ts: '' }] = await posts()
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '見積もり' })
    await minute()
    expect(said()).toEqual([['chat.update', expect.stringContaining('佐伯 美咲'), ts]])
    expect(slack.sent('chat.update')[0]!['blocks']).toContain('見積もり')
    await misaki.delete(`/daily-reports/${report.id}`)
    await minute()
    expect(said().at(-1)).toEqual(['chat.delete', undefined, ts])
    expect(await posts()).toEqual([])
  })

  test('a report’s message is not edited if the report has not changed', async () => {
    const { misaki, report, minute, said, posts } = await postedTeam()
    await misaki.put(`/daily-reports/${report.id}`, draft())
    await minute()
    await minute()
    expect(said().filter(([method]) => method === 'chat.delete')).toEqual([])
    expect(said().length).toBeLessThanOrEqual(1)
    expect((await posts()).map(({ status }) => status)).toEqual(['sent'])
  })

  test('editing a report edits only the message of that report', async () => {
    const { naoki, run, minute, said } = await postedTeam()
    const { body: other } = await naoki.post('/daily-reports', draft())
    await run()
    await minute()
    await naoki.put(`/daily-reports/${other.id}`, { ...draft(), today_plan: '検収' })
    await minute()
    expect(said().at(-1)).toEqual(['chat.update', expect.stringContaining('早川 直樹'), expect.any(String)])
    expect(slack.sent('chat.update').map(({ blocks }) => blocks)).toEqual([expect.stringContaining('検収')])
  })

  test('a report’s message that was deleted in Slack is not posted again', async () => {
    const { misaki, report, minute, posts, said } = await postedTeam()
    slack.setFault('chat.update', { body: { ok: false, error: 'message_not_found' } })
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '見積もり' })
    await minute()
    expect(said()).toHaveLength(1)
    expect(await posts()).toEqual([])
  })

  test('a report’s message is edited again if the report changes while Slack refuses an edit', async () => {
    const { misaki, report, minute, posts, said } = await postedTeam()
    const edit = (today_plan: string) => misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan })
    slack.setFault('chat.update', { body: { ok: false, error: 'msg_too_long' } })
    await edit('見積もり')
    slack.setDelay(1_000)
    const refused = minute()
    await expect.poll(() => slack.sent('chat.update')).toHaveLength(1)
    await edit('検収')
    await refused
    slack.setDelay(0)
    slack.setFault('chat.update', undefined)
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.update', 'chat.update'])
    expect(slack.sent('chat.update').at(-1)!['blocks']).toContain('検収')
    expect((await posts()).map(({ status }) => status)).toEqual(['sent'])
  })

  test('an edit of a report’s message is retried while Slack is down', async () => {
    const { misaki, report, minute, later, said, posts, services, teamId } = await postedTeam()
    slack.setFault('chat.update', { status: 503, body: '' })
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '見積もり' })
    await minute()
    await minute()
    const [post] = await posts()
    await deliver(services, { teamId, id: post!.id }) // a stale job from before the failure
    expect(said()).toHaveLength(1)
    slack.setFault('chat.update', undefined)
    later(120)
    await minute()
    expect(said()).toHaveLength(2)
  })

  test('a new edit gets all its attempts after an earlier edit failed for good', async () => {
    const { misaki, report, database, teamId, minute, later, posts } = await postedTeam()
    slack.setFault('chat.update', { status: 503, body: '' })
    const gaveUp = { status: 'dead', attempts: 8, failure: 'unavailable' } as const
    await withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('outbox').set(gaveUp).where('team_id', '=', teamId).execute(),
    )
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '検収' })
    await minute()
    expect(await posts()).toMatchObject([{ status: 'pending', attempts: 1 }])
    slack.setFault('chat.update', undefined)
    later(60)
    await minute()
    expect(slack.sent('chat.update').at(-1)!['blocks']).toContain('検収')
  })

  test('a report’s message is edited again if a server crashed during the edit', async () => {
    const { misaki, report, database, clock, minute, later, said } = await postedTeam()
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '見積もり' })
    const stuck = { status: 'sending', attempts: 1, tried_at: clock.now } as const
    await withEveryTeamTransaction(database, (db) =>
      db.updateTable('outbox').set(stuck).where('report_id', '=', report.id).execute(),
    )
    await minute()
    expect(said()).toEqual([])
    later(6 * 60)
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.update'])
  })

  test('the messages of a report and its comments are deleted if the author erases all reports', async () => {
    const { misaki, naoki, comment, minute, posts, said } = await postedTeam()
    await comment('了解')
    await minute()
    slack.calls.length = 0
    await misaki.patch(`/users/${naoki.user.id}`, { is_admin: true })
    expect((await misaki.call('DELETE', '/users/me', { password, reports: 'erase' })).status).toBe(204)
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.delete', 'chat.delete'])
    expect(await posts()).toEqual([])
    // Misaki chose this workspace, which may be Misaki's own. So the team's later reports are not posted there.
    slack.calls.length = 0
    await naoki.post('/daily-reports', draft())
    await minute()
    expect(said()).toEqual([])
  })

  test('a report’s message is edited after an import replaces the report, and after the undo', async () => {
    const { misaki, minute, said } = await postedTeam()
    const file = `date,email,today\n${today},${misaki.user.email},見積もり`
    const { body } = await misaki.post('/import?existing=replace', file, { 'content-type': 'text/csv' })
    await expect.poll(async () => (await misaki.get(`/import/${body.id}`)).body.state).toBe('done')
    await minute()
    expect(slack.sent('chat.update').at(-1)!['blocks']).toContain('見積もり')
    await misaki.delete(`/import/${body.id}`)
    await minute()
    expect(slack.sent('chat.update').at(-1)!['blocks']).toContain('設計')
    expect(said()).toHaveLength(2)
  })

  test('the record of a report’s message is deleted after three months', async () => {
    const { services, later, posts } = await postedTeam()
    later(90 * 24 * 3_600)
    await deleteOldOutbox(services)
    expect(await posts()).toHaveLength(1)
    later(1)
    await deleteOldOutbox(services)
    expect(await posts()).toEqual([])
  })
})

describe('a restored report (E2.01)', () => {
  test('a restored report is posted again with its comments if its message was removed', async () => {
    const { misaki, report, comment, run, later, minute, posts, said, services, teamId } = await postedTeam()
    await comment('了解')
    await minute()
    await misaki.delete(`/daily-reports/${report.id}`)
    await minute()
    expect(await posts()).toEqual([])
    slack.calls.length = 0
    later(7 * 24 * 3_600)
    await restoreReport(services, { teamId, userId: misaki.user.id } as Scope, report.id)
    expect(await run()).toEqual([])
    await minute()
    await minute()
    expect(said()).toMatchObject([
      ['chat.postMessage', expect.stringContaining('佐伯 美咲'), undefined],
      ['chat.postMessage', expect.stringContaining('了解'), expect.any(String)],
    ])
    expect((await posts()).map(({ kind }) => kind).toSorted()).toEqual(['comment_post', 'report_post'])
  })

  test('a report’s message remains if the report is restored before the message is removed', async () => {
    const { misaki, report, comment, run, minute, posts, said } = await postedTeam()
    await comment('了解')
    await minute()
    slack.calls.length = 0
    await misaki.delete(`/daily-reports/${report.id}`)
    await misaki.post(`/daily-reports/${report.id}/restore`)
    expect(await run()).toEqual([])
    await minute()
    expect(said()).toEqual([])
    expect((await posts()).map(({ kind }) => kind).toSorted()).toEqual(['comment_post', 'report_post'])
  })

  test('a report that is restored while its message is being removed is posted again', async () => {
    const { misaki, report, minute, posts, said } = await postedTeam()
    slack.calls.length = 0
    await misaki.delete(`/daily-reports/${report.id}`)
    slack.setDelay(1_000)
    const removing = minute()
    await expect.poll(() => slack.sent('chat.delete')).toHaveLength(1)
    await misaki.post(`/daily-reports/${report.id}/restore`)
    await removing
    slack.setDelay(0)
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.delete', 'chat.postMessage'])
    expect((await posts()).map(({ kind }) => kind)).toEqual(['report_post'])
  })
})

describe('a comment (N9.04)', () => {
  test('a comment is posted once in the report’s thread, and edited and deleted there too', async () => {
    const { comment, naoki, minute, posts, said } = await postedTeam()
    const [{ ts } = { ts: '' }] = await posts()
    const { id } = await comment('<!here> 了解')
    await minute()
    await minute()
    expect(said()).toEqual([['chat.postMessage', '*早川 直樹*\n&lt;!here&gt; 了解', ts]])
    const own = (await posts()).find(({ kind }) => kind === 'comment_post')!.ts
    await naoki.put(`/comments/${id}`, { body: '了解です' })
    await minute()
    expect(said().at(-1)).toEqual(['chat.update', '*早川 直樹*\n了解です', own])
    await naoki.delete(`/comments/${id}`)
    await minute()
    expect(said().at(-1)).toEqual(['chat.delete', undefined, own])
    await comment('別の件')
    await minute()
    expect(said()).toHaveLength(4)
  })

  test('each of several comments is posted once, and a changed comment edits only its own message', async () => {
    const { comment, naoki, minute, posts, said } = await postedTeam()
    const [{ ts } = { ts: '' }] = await posts()
    await comment('一つ目')
    const { id } = await comment('二つ目')
    await minute()
    expect(said().toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
      ['chat.postMessage', '*早川 直樹*\n一つ目', ts],
      ['chat.postMessage', '*早川 直樹*\n二つ目', ts],
    ])
    const own = (await posts()).find(({ comment_id }) => comment_id === id)!.ts
    await naoki.put(`/comments/${id}`, { body: '二番目' })
    await minute()
    expect(said().slice(2)).toEqual([['chat.update', '*早川 直樹*\n二番目', own]])
  })

  test('a comment is posted even while the report’s message cannot be edited', async () => {
    const { misaki, report, comment, minute, later, said } = await postedTeam()
    slack.setFault('chat.update', { status: 503, body: '' })
    await misaki.put(`/daily-reports/${report.id}`, { ...draft(), today_plan: '見積もり' })
    await comment('了解')
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.update', 'chat.postMessage'])
    slack.setFault('chat.update', undefined)
    later(120)
    await minute()
    expect(said().map(([method]) => method)).toEqual(['chat.update', 'chat.postMessage', 'chat.update'])
  })

  test('a comment is not posted again if its delivery is uncertain', async () => {
    const { comment, minute, later, said } = await postedTeam()
    slack.setFault('chat.postMessage', 'hanging up')
    await comment('了解')
    await minute()
    slack.setFault('chat.postMessage', undefined)
    later(3_600)
    await minute()
    expect(said()).toHaveLength(1)
  })

  test('a comment that is deleted before its post is never posted', async () => {
    const { comment, naoki, minute, said, posts } = await postedTeam()
    const { id } = await comment('了解')
    await naoki.delete(`/comments/${id}`)
    await minute()
    expect(said()).toEqual([])
    expect(await posts()).toHaveLength(1)
  })

  test('a comment written before the report was posted is posted in the report’s thread', async () => {
    const here = await notifiedTeam({ slack })
    const misaki = await here.member()
    await here.toSlack(misaki, 'misaki')
    const { body: report } = await misaki.post('/daily-reports', draft())
    await misaki.post(`/daily-reports/${report.id}/comments`, { body: '追記' })
    await here.run()
    await requeueOverdue(here.services)
    await here.run()
    const [postedTeam, comment] = slack.sent('chat.postMessage').slice(-2)
    expect(postedTeam!['blocks']).toContain('設計')
    expect(comment).toMatchObject({
      text: expect.stringContaining('追記'),
      thread_ts: expect.stringMatching(/^\d+\.\d+$/u),
    })
  })
})
