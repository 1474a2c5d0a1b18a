import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { SlackUser } from '#contract/slack.ts'
import { type Answers, eachOnTheDay, me } from '../../testing/app.tsx'
import { button, open, toast } from '../../testing/team.ts'

eachOnTheDay()

describe('Slack', () => {
  const slackUser = (id: string, name: string, is_existing_user: boolean, email?: string): SlackUser => ({
    id,
    real_name: name,
    is_existing_user,
    is_linked: false,
    profile: { image_original: null, display_name_normalized: name, email },
  })
  const users = [
    slackUser('U1', '白石 拓', false, 'taku@hinode.example'),
    slackUser('U2', '早川 蓮', true, 'ren@hinode.example'),
    slackUser('U3', '通知ボット', false),
  ]
  const available = { 'GET /users/me': { status: 200, body: { ...me, is_slack_available: true } } }
  const openSlack = async (answers: Answers = {}) => {
    const opened = await open({ ...available, 'GET /slack/users': { status: 200, body: users }, ...answers })
    await opened.user.click(await button('Slackで招待'))
    return opened
  }

  it('the dialog lists all people of the Slack workspace after they are loaded', async () => {
    const { user } = await openSlack()
    await toast('Slackのユーザーを読み込みました')
    const rows = within(await screen.findByRole('table', { name: 'Slackのユーザー' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/白石 拓taku@hinode\.example未登録招待$/u),
      expect.stringMatching(/早川 蓮ren@hinode\.exampleアカウントありSlackと連携$/u),
      expect.stringMatching(/通知ボットメールアドレスなし未登録$/u),
    ])
    await user.click(await button('Slackのユーザーを閉じる'))
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('a person in Slack who is already linked has no button to link', async () => {
    const linked = { ...slackUser('U9', '佐伯 美咲', true, 'misaki@hinode.example'), is_linked: true }
    await openSlack({ 'GET /slack/users': { status: 200, body: [linked] } })
    expect(await screen.findByRole('row', { name: /佐伯 美咲.*アカウントあり.*連携済み$/u })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Slackと連携/u })).toBeNull()
  })

  it('a large Slack workspace shows its first people, and a search finds the others', async () => {
    const many = Array.from({ length: 2_001 }, (_, index) =>
      slackUser(`U${index}`, `社員 ${index}`, false, `person-${index}@hinode.example`),
    )
    const { user } = await openSlack({ 'GET /slack/users': { status: 200, body: many } })
    const rows = () => within(screen.getByRole('table', { name: 'Slackのユーザー' })).getAllByRole('row')
    expect(await screen.findByText(/ほかに1,?951人います/u)).toBeTruthy()
    expect(rows()).toHaveLength(51)
    const panel = within(screen.getByRole('region', { name: 'Slackのユーザー' }))
    await user.click(panel.getByRole('searchbox'))
    await user.paste('PERSON-1987')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.getByText('社員 1987')).toBeTruthy()
  })

  it('the dialog stays closed if the Slack workspace could not be loaded', async () => {
    await openSlack({ 'GET /slack/users': { status: 500 } })
    await toast('Slackのユーザーを読み込めませんでした')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('a new person in Slack is invited by a message, and a member is linked', async () => {
    const { user, sent } = await openSlack({
      'POST /slack/assign': ({ body }) => ({
        status: 200,
        body: { outcome: (body as { id: string }).id === 'U2' ? 'linked' : 'invited' },
      }),
    })
    await user.click(await button('白石 拓さんを招待'))
    await toast('白石 拓さんをSlackで招待しました')
    await user.click(await button('早川 蓮さんをSlackと連携'))
    await toast('早川 蓮さんをSlackと連携しました')
    expect(sent.filter(({ call }) => call === 'POST /slack/assign').map(({ body }) => body)).toEqual([
      { id: 'U1', email: 'taku@hinode.example' },
      { id: 'U2', email: 'ren@hinode.example' },
    ])
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /slack/users').length).toBe(3))
  })

  it('one press links all people in Slack whose email belongs to a member', async () => {
    const { user, sent } = await openSlack({ 'POST /slack/links': { status: 200, body: { linked: 12 } } })
    await user.click(await button('メールアドレスが同じ人をまとめて連携'))
    await toast('12人をSlackと連携しました')
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /slack/users').length).toBe(2))
  })

  it('no second invitation by Slack is offered while one is open', async () => {
    const invitation = (email: string, status: string) => ({
      id: email,
      email,
      role: 'member',
      created_at: '2026-10-20T09:00:00+09:00',
      expires_at: '2026-10-27T09:00:00+09:00',
      invited_by: '佐伯 美咲',
      status,
    })
    await openSlack({
      'GET /slack/users': {
        status: 200,
        body: [...users, slackUser('U4', '小林 結衣', false, 'yui@hinode.example')],
      },
      'GET /invitations/': {
        status: 200,
        body: {
          invitations: [invitation('TAKU@hinode.example', 'pending'), invitation('yui@hinode.example', 'expired')],
        },
      },
    })
    await button('小林 結衣さんを招待')
    const table = within(screen.getByRole('table', { name: 'Slackのユーザー' }))
    expect(table.getByRole('row', { name: /白石 拓/u }).textContent).toMatch(/招待済み$/u)
    expect(screen.queryByRole('button', { name: '白石 拓さんを招待' })).toBeNull()
  })

  it('a message says that an invitation or a link in Slack failed', async () => {
    const { user } = await openSlack({ 'POST /slack/assign': { status: 500 } })
    await user.click(await button('白石 拓さんを招待'))
    await toast('Slackで招待できませんでした')
    await user.click(await button('早川 蓮さんをSlackと連携'))
    await toast('Slackと連携できませんでした')
  })
})
