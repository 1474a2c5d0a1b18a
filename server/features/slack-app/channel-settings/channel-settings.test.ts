import { describe, expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Fault } from '#server/testing/fault.ts'
import { withCookies } from '#server/testing/client.ts'
import { installAtSlack } from '#server/testing/slack.ts'
import type { Member } from '#server/testing/team.ts'
import {
  draft,
  notifiedTeam,
  openDestinations,
  redirectUri,
} from '#server/features/notifications/outbox/testing/notified-team.ts'

const { slack, posted } = await openDestinations()
const refusal = (error: string): Fault => ({ body: { ok: false, error } })

/**
 * Creates a team in a deployment with Slack, and its administrator. @param connected whether the administrator has
 * connected Slack
 */
async function hinode({ connected = true } = {}) {
  slack.reset()
  const here = await notifiedTeam({ slack })
  const me = await here.member('佐伯')
  const become = (columns: object) =>
    withTeamTransaction(here.database, here, (db) =>
      db.updateTable('users').set(columns).where('id', '=', me.user.id).execute(),
    )
  await become({ is_admin: true })
  if (connected) await here.toSlack(me, 'misaki')
  /**
   * Connects Slack in a tab of the browser.
   * @returns the last page of the tab
   */
  const connectInTab = async (person: Member) => {
    const tab = withCookies(person)
    await tab.post('/connections/slack/ticket')
    const { headers } = await tab.get('/auth/slack')
    const address = new URL(headers['location']!)
    expect(address.searchParams.get('redirect_uri')).toBe(redirectUri)
    const values = await installAtSlack(address, 'misaki')
    return tab.get(`/auth/slack/callback?${new URLSearchParams(values).toString()}`)
  }
  return { ...here, me, connectInTab, states: async () => (await here.deliveries()).map(({ status }) => status) }
}

describe('connecting Slack', () => {
  test('connecting Slack posts one message to the channel for the whole team', async () => {
    const { me, connectInTab } = await hinode({ connected: false })
    expect((await connectInTab(me)).body).not.toContain('data-left')
    expect(posted()).toMatchObject([{ channel: 'general', text: 'Asakai(朝会)がこのチャンネルに日報を投稿します。' }])
    await connectInTab(me)
    expect(posted()).toHaveLength(1)
  })

  test('the Slack app joins the channel if Slack requires it', async () => {
    const { me, connectInTab } = await hinode({ connected: false })
    slack.setFault('chat.postMessage', () =>
      slack.sent('conversations.join').length === 0 ? refusal('not_in_channel') : { body: { ok: true, ts: '1.1' } },
    )
    expect((await connectInTab(me)).body).not.toContain('data-left')
    expect(slack.sent('conversations.join')).toMatchObject([{ channel: expect.stringMatching(/^C/u) }])
    expect(posted()).toHaveLength(2)
  })

  test.each([
    ['channel_not_found', 'Slackでこの名前が見つかりませんでした。'],
    ['is_archived', 'Slackでこの名前が見つかりませんでした。'],
    ['restricted_action', 'Slackのこのアカウントには権限がありません。'],
  ])('the tab that connects Slack stays open with a reason if Slack answers %s', async (error, reason) => {
    const { me, connectInTab } = await hinode({ connected: false })
    slack.setFault('chat.postMessage', refusal(error))
    const { status, body } = await connectInTab(me)
    expect(status).toBe(200)
    expect(body).toContain('<h1>Slackに接続しました</h1>')
    expect(body).toContain('data-left="日報はまだ届きません。')
    expect(body).toContain(reason)
    expect((await me.get('/users/me')).body).toMatchObject({ is_slack_available: true })
  })

  test('the tab says that an app without the right to join the channel must be invited', async () => {
    const { me, connectInTab } = await hinode({ connected: false })
    slack.setFault('chat.postMessage', refusal('not_in_channel'))
    slack.setFault('conversations.join', refusal('missing_scope'))
    expect((await connectInTab(me)).body).toContain('チャンネルにAsakaiが入っていません。')
  })
})

describe('a connection that Slack has ended', () => {
  test('all members see that Slack has ended the connection', async () => {
    const { me, connectInTab, deliveries, later, run, states } = await hinode()
    slack.setFault('chat.postMessage', refusal('token_revoked'))
    later(60)
    await me.post('/daily-reports', draft())
    await run()
    expect(await deliveries()).toMatchObject([{ status: 'dead', failure: 'unauthorized' }])
    expect((await me.get('/connections')).body.connections).toMatchObject([{ provider: 'slack', connect_again: true }])
    expect((await me.get('/slack/channel')).body.failure).toContain('Slackがこの接続を受け付けませんでした。')

    slack.setFault('chat.postMessage', undefined)
    later(60)
    await connectInTab(me)
    expect((await me.get('/connections')).body.connections[0]).not.toHaveProperty('connect_again')
    await run()
    expect(await states()).toEqual(['sent'])
    expect((await me.get('/slack/channel')).body.failure).toBeNull()
  })

  test('a message that may have arrived at Slack is not sent again', async () => {
    const { me, connectInTab, run, states } = await hinode()
    slack.setFault('chat.postMessage', refusal('internal_error'))
    await me.post('/daily-reports', draft())
    await run()
    slack.setFault('chat.postMessage', undefined)
    await connectInTab(me)
    await run()
    expect(await states()).toEqual(['dead'])
  })
})

describe('the channel of a team', () => {
  test('reports are posted to the Slack channel that an administrator chooses', async () => {
    const { me, run, states } = await hinode()
    expect((await me.get('/slack/channel')).body).toEqual({
      workspace: '日の出システム',
      channel: 'general',
      failure: null,
    })
    const { body: channels } = await me.get('/slack/channels')
    const reports = channels.find(({ name }: { name: string }) => name === 'reports')
    expect(reports).toEqual({ id: expect.stringMatching(/^C/u), name: expect.any(String) })
    expect((await me.put('/slack/channel', { id: reports.id })).status).toBe(204)
    expect(posted()).toMatchObject([{ channel: reports.id }])
    expect((await me.get('/slack/channel')).body).toMatchObject({ channel: reports.name })
    await me.post('/daily-reports', draft())
    await run()
    expect(posted().at(-1)).toMatchObject({ channel: reports.id })
    expect(await states()).toEqual(['sent'])
  })

  test('choosing a Slack channel that accepts no message keeps the current one', async () => {
    const { me } = await hinode()
    const [channel] = (await me.get('/slack/channels')).body
    slack.setFault('chat.postMessage', refusal('restricted_action'))
    expect(await me.put('/slack/channel', { id: channel.id })).toMatchObject({
      status: 400,
      body: { code: 'connection_refused' },
    })
    slack.setFault('chat.postMessage', undefined)
    expect((await me.get('/slack/channel')).body).toMatchObject({ channel: 'general' })
    expect(await me.put('/slack/channel', { id: 'C-nowhere' })).toMatchObject({ status: 400 })
  })

  test('connecting the same Slack workspace again keeps the channel', async () => {
    const { me, connectInTab } = await hinode()
    const [channel] = (await me.get('/slack/channels')).body
    await me.put('/slack/channel', { id: channel.id })
    await connectInTab(me)
    expect((await me.get('/slack/channel')).body).toMatchObject({ channel: channel.name })
  })

  test('a successful test of the current Slack channel sends the undelivered messages', async () => {
    const { me, run, states } = await hinode()
    slack.setFault('chat.postMessage', refusal('channel_not_found'))
    await me.post('/daily-reports', draft())
    await run()
    expect(await states()).toEqual(['dead'])
    expect(await me.put('/slack/channel', {})).toMatchObject({ status: 400 })
    slack.setFault('chat.postMessage', undefined)
    expect((await me.put('/slack/channel', {})).status).toBe(204)
    await run()
    expect(await states()).toEqual(['sent'])
  })

  test('only administrators of a team with Slack can read and change the channel', async () => {
    const { me, member } = await hinode({ connected: false })
    expect(await me.get('/slack/channel')).toMatchObject({ status: 409, body: { code: 'not_connected' } })
    const colleague = await member('早川')
    const calls = [
      colleague.get('/slack/channel'),
      colleague.get('/slack/channels'),
      colleague.put('/slack/channel', {}),
    ]
    for (const { status, body } of await Promise.all(calls)) expect([status, body.code]).toEqual([403, 'admins_only'])
  })

  test('the list of channels returns the time to wait if Slack limits requests', async () => {
    const { me } = await hinode()
    slack.setFault('conversations.list', { status: 429, headers: { 'retry-after': '30' }, body: '' })
    expect(await me.get('/slack/channels')).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  })
})
