import { afterEach, describe, expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { requeueOverdue } from '#server/features/notifications/outbox/operations.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { pressedTeam, today, workspaceId } from '../interactions/testing/pressing.ts'
import { openSlack } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()
afterEach(() => expect(slack.refusals).toEqual([]))

type Said = { ts?: string; user?: string; text?: string; [more: string]: unknown }

/** Creates a team in which Misaki's report is posted to the channel. `say` replies to the post. */
async function repliedTeam() {
  const here = await pressedTeam(slack)
  const { app, database, me, misaki, post } = here
  const naoki = await here.person('早川')
  await here.connect(naoki.user.id, 'naoki')
  const { body: report } = await me.post('/daily-reports', {
    report_date: today,
    yesterday_work: 'レビュー',
    today_plan: '設計',
    issues: '',
  })
  await runJobs(app)
  const [posted] = await withTeamTransaction(database, here, (db) =>
    db.selectFrom('outbox').where('kind', '=', 'report_post').select(['channel', 'ts']).execute(),
  )
  slack.calls.length = 0
  const { channel, ts: threadTs } = posted!
  const event = (value: object, workspace = workspaceId) =>
    post(JSON.stringify({ type: 'event_callback', team_id: workspace, event_id: 'Ev1', event: value }), {
      type: 'application/json',
    })
  const message = ({ ts = '1800000000.000100', user = misaki, text = '了解です', ...more }: Said = {}) => ({
    type: 'message',
    channel,
    user,
    text,
    ts,
    thread_ts: threadTs,
    ...more,
  })
  const say = (said?: Said, workspace?: string) => event(message(said), workspace)
  const change = (said: Said, at: string) =>
    event({
      type: 'message',
      subtype: 'message_changed',
      channel: said['channel'] ?? channel,
      message: { ...message(said), edited: { user: misaki, ts: at } },
    })
  const deleteInSlack = (said?: Said) =>
    event({
      type: 'message',
      subtype: 'message_deleted',
      channel: said?.['channel'] ?? channel,
      deleted_ts: '1',
      previous_message: message(said),
    })
  const comments = async () =>
    (await me.get(`/daily-reports/${report.id}/comments`)).body.comments as {
      id: string
      body: string
      user_id: string
    }[]
  const bodies = async () => (await comments()).map(({ body }) => body)
  const minute = async () => {
    await requeueOverdue(app.services)
    expect(await runJobs(app)).toEqual([])
  }
  return { ...here, naoki, report, event, say, change, deleteInSlack, comments, bodies, minute }
}

test('a signed Slack event with characters that cannot be stored is ignored', async () => {
  const { say, change, deleteInSlack, bodies } = await repliedTeam()
  const hostile = [{ text: 'a\0b' }, { user: 'U\0' }, { channel: 'C\0' }]
  const answers = [
    await say({}, 'T\0'),
    ...(await Promise.all(
      hostile.flatMap((said) => [say(said), change(said, '1800000001.000100'), deleteInSlack(said)]),
    )),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await bodies()).toEqual([])
})

describe('what is said below a report at Slack (N9.04)', () => {
  test('a reply in Slack becomes a comment of its author in plain text', async () => {
    const { say, comments, me, naoki, slackId } = await repliedTeam()
    const answer = await say({
      text: `&lt;b&gt; <@${slackId('naoki')}> <https://example.com/a|PR> &amp; <#C1|dev> <!here>`,
    })
    expect(answer.status).toBe(200)
    const [comment] = await comments()
    expect(comment).toMatchObject({
      user_id: me.user.id,
      body: expect.stringMatching(/^<b> @早川 \S* ?PR \(https:\/\/example\.com\/a\) & #dev @here$/u),
    })
    expect((await naoki.get('/mentions')).body.mentions).toHaveLength(1)
  })

  test('restoring a report brings back the replies that Slack sent meanwhile', async () => {
    const { say, change, deleteInSlack, bodies, me, report } = await repliedTeam()
    const kept = { ts: '1800000000.000300', text: '前' }
    await say(kept)
    await me.delete(`/daily-reports/${report.id}`)
    await say()
    await say()
    await say({ ts: '1800000000.000200', text: '消す' })
    await change({ text: '直した' }, '1800000002.000000')
    await change({ ...kept, text: '後' }, '1800000003.000000')
    await deleteInSlack({ ts: '1800000000.000200' })
    expect((await me.post(`/daily-reports/${report.id}/restore`)).status).toBe(200)
    expect((await bodies()).toSorted()).toEqual(['後', '直した'].toSorted())
    await say()
    expect(await bodies()).toHaveLength(2)
  })

  test('a reply that Slack sends repeatedly is stored once', async () => {
    const { say, bodies, minute } = await repliedTeam()
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, () => say()))
    expect(await bodies()).toEqual(['了解です'])
    await minute()
    expect(slack.sent('chat.postMessage')).toEqual([])
  })

  test('the comment of a reply changes and disappears with its message in Slack', async () => {
    const { say, change, deleteInSlack, bodies } = await repliedTeam()
    await change({ text: '二番目' }, '1800000002.000000')
    await say({ text: '最初' })
    await change({ text: '一番目' }, '1800000001.000000')
    expect(await bodies()).toEqual(['二番目'])
    await change({ text: '三番目' }, '1800000003.000000')
    expect(await bodies()).toEqual(['三番目'])
    await deleteInSlack()
    await change({ text: '四番目' }, '1800000004.000000')
    await say()
    expect(await bodies()).toEqual([])
    // A reply that was deleted before it arrives is never stored.
    await deleteInSlack({ ts: '1800000009.000000' })
    await say({ ts: '1800000009.000000' })
    expect(await bodies()).toEqual([])
  })

  test('a comment that was changed in Asakai stays unchanged if Slack repeats an earlier event', async () => {
    const { say, change, comments, me, bodies } = await repliedTeam()
    await say()
    const [{ id } = { id: '' }] = await comments()
    await me.put(`/comments/${id}`, { body: '直しました' })
    await say()
    expect(await bodies()).toEqual(['直しました'])
    await change({ text: '変えました' }, '1800000001.000000')
    await me.put(`/comments/${id}`, { body: 'また直しました' })
    await change({ text: '変えました' }, '1800000001.000000')
    expect(await bodies()).toEqual(['また直しました'])
    await me.delete(`/comments/${id}`)
    await say()
    expect(await bodies()).toEqual([])
  })

  test.each<[string, Said]>([
    ['a bot', { bot_id: 'B1' }],
    ['somebody who is linked with no member', { user: 'U9' }],
    ['nothing but a file', { text: '', subtype: 'file_share' }],
    ['below another message', { thread_ts: '1.000001' }],
    ['in another channel', { channel: 'C0OTHER' }],
    ['somebody who joins', { subtype: 'channel_join' }],
  ])('a Slack message that is no reply of a member is ignored: %s', async (_, said) => {
    const { say, bodies } = await repliedTeam()
    expect((await say(said)).status).toBe(200)
    expect(await bodies()).toEqual([])
  })

  test('a reply in another Slack workspace is ignored', async () => {
    const { say, bodies } = await repliedTeam()
    await say({}, 'T0OTHER')
    expect(await bodies()).toEqual([])
  })

  test('a reply in Slack by an unknown user or a deactivated member is ignored', async () => {
    const { say, bodies, services, database, teamId, me, naoki, slackId } = await repliedTeam()
    await withTeamTransaction(database, { teamId }, (db) =>
      saveConnection(services, db, { teamId, userId: me.user.id }, { provider: 'github', account: 'm', subject: 'U9' }),
    )
    await say({ user: 'U9' })
    expect((await me.patch(`/users/${naoki.user.id}`, { is_active: false })).status).toBe(200)
    await say({ user: slackId('naoki'), ts: '1800000000.000200' })
    expect(await bodies()).toEqual([])
  })

  test('two replies in Slack are changed and deleted separately', async () => {
    const { say, change, deleteInSlack, comments, bodies, me, naoki, slackId } = await repliedTeam()
    const [first, second] = [{ ts: '1800000000.000100' }, { ts: '1800000000.000200', user: slackId('naoki') }]
    await say({ ...first, text: '一つ目' })
    await say({ ...second, text: '二つ目' })
    expect((await comments()).map(({ user_id }) => user_id)).toEqual([me.user.id, naoki.user.id])
    await change({ ...second, text: '二番目' }, '1800000001.000000')
    expect(await bodies()).toEqual(['一つ目', '二番目'])
    await deleteInSlack(second)
    await change({ ...first, text: '一番目' }, '1800000002.000000')
    expect(await bodies()).toEqual(['一番目'])
  })

  test('replies of the same moment in two Slack channels are separate comments', async () => {
    const { say, change, deleteInSlack, bodies, me, naoki, app, database, teamId } = await repliedTeam()
    const { body: channels } = await me.get('/slack/channels')
    const reports = (channels as { id: string; name: string }[]).find(({ name }) => name === 'reports')!
    expect((await me.put('/slack/channel', { id: reports.id })).status).toBe(204)
    const words = { report_date: today, yesterday_work: '', today_plan: '試験', issues: '' }
    const { body: other } = await naoki.post('/daily-reports', words)
    await runJobs(app)
    const { channel, ts } = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('outbox').where('report_id', '=', other.id).select(['channel', 'ts']).executeTakeFirstOrThrow(),
    )
    const there = { channel, thread_ts: ts }
    await say()
    await say({ ...there, text: 'あちらで' })
    await change({ ...there, text: 'あちらで変更' }, '1800000001.000000')
    expect(await bodies()).toEqual(['了解です'])
    await deleteInSlack(there)
    expect(await bodies()).toEqual(['了解です'])
  })

  test('a change in Slack does not affect a comment that was written in Asakai', async () => {
    const { change, deleteInSlack, bodies, me, report, minute, database, teamId } = await repliedTeam()
    await me.post(`/daily-reports/${report.id}/comments`, { body: '追記' })
    await minute()
    const { ts } = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('outbox').where('kind', '=', 'comment_post').select('ts').executeTakeFirstOrThrow(),
    )
    expect((await change({ ts: ts!, text: '書き換え' }, '1900000000.000000')).status).toBe(200)
    expect((await deleteInSlack({ ts: ts! })).status).toBe(200)
    expect(await bodies()).toEqual(['追記'])
  })

  test('a long reply in Slack is cut to the maximum length of a comment', async () => {
    const { say, bodies } = await repliedTeam()
    await say({ text: 'あ'.repeat(3_000) })
    expect((await bodies())[0]).toHaveLength(2_000)
  })

  test('a reply in Slack to a report that no longer exists is ignored', async () => {
    const { say, me, report } = await repliedTeam()
    await me.delete(`/daily-reports/${report.id}`)
    expect((await say()).status).toBe(200)
  })
})

describe('a connection that Slack has ended (N9.05)', () => {
  test.each([{ type: 'app_uninstalled' }, { type: 'tokens_revoked', tokens: { bot: ['U1'] } }])(
    'the Slack connection is marked as ended after the event %j',
    async (revoked) => {
      const { event, me } = await repliedTeam()
      await event({ type: 'tokens_revoked', tokens: { oauth: ['U1'] } })
      expect((await me.get('/connections')).body.connections[0]).not.toHaveProperty('connect_again')
      await event(revoked)
      expect((await me.get('/connections')).body.connections[0]).toHaveProperty('connect_again', true)
    },
  )

  test('comments that were written while Slack was disconnected are posted after reconnecting', async () => {
    const { me, naoki, report, minute, connect, clock } = await repliedTeam()
    slack.setFault('chat.postMessage', { body: { ok: false, error: 'account_inactive' } })
    await naoki.post(`/daily-reports/${report.id}/comments`, { body: '了解' })
    await minute()
    expect((await me.get('/connections')).body.connections[0]).toHaveProperty('connect_again', true)
    slack.setFault('chat.postMessage', undefined)
    clock.now = new Date(clock.now.getTime() + 60_000)
    await connect(me.user.id, 'misaki')
    expect((await me.put('/slack/channel', {})).status).toBe(204)
    await minute()
    expect(
      slack.sent('chat.postMessage').filter(({ text }) => text!.includes('了解') && !text!.includes('http')),
    ).toHaveLength(2)
  })
})
