import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import type { Me } from '#contract/users.ts'
import { member } from '#contract/testing/members.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'

eachOnTheDay()

const company = { name: 'Hinode ID', only: false }

const answers = (offered: Partial<Deployment>, user: Partial<Me> = {}) => ({
  'GET /deployment': { status: 200, body: deployment(offered) },
  'GET /users/me': { status: 200, body: { ...me, ...user } },
  'GET /users/': { status: 200, body: [me] },
  'GET /invitations/': { status: 200, body: [] },
})

describe('who may join', () => {
  it.each<[string, Partial<Deployment>, string[], RegExp]>([
    ['anybody with an open sign-up', {}, [], /アドレスを知っている人なら誰でも/u],
    [
      'the domains of the sign-up',
      { sign_up_form: 'by-link' },
      ['a.example', 'b.example'],
      /^a\.example、b\.exampleのメール/u,
    ],
    ['anybody if the company sign-in is one of the ways', { oidc: company }, [], /アドレスを知っている人なら誰でも/u],
    ['the company alone', { oidc: { ...company, only: true } }, [], /^Hinode IDのアカウントを持つ人/u],
    [
      'the company and domains',
      { oidc: { ...company, only: true } },
      ['a.example'],
      /^Hinode IDのアカウントとa\.example/u,
    ],
    [
      'services that prove an email address, without mail',
      { sign_up_form: 'unavailable', providers: ['google', 'slack'] },
      ['a.example'],
      /^Googleのアカウントとa\.example/u,
    ],
    ['nobody, without mail and services', { sign_up_form: 'unavailable' }, ['a.example'], /招待された人だけ/u],
    ['nobody if the sign-up is closed', { sign_up: 'closed', oidc: company }, [], /招待された人だけ/u],
    ['nobody if each sign-up opens a team', { sign_up: 'new-team' }, [], /招待された人だけ/u],
  ])('the team page says who may join: %s', async (_who, offered, sign_up_domains, sentence) => {
    await openApp('/team', answers(offered, { sign_up_domains }))
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.queryByText(/SIGNUP/u)).toBeNull()
  })

  it.each([
    ['the list of members', '/team'],
    ['the settings of the team', '/team?tab=settings'],
    ['the settings of the server', '/settings?tab=server'],
  ])('an administrator can change who may join in %s', async (_place, path) => {
    let team = me.team
    let sign_up: Deployment['sign_up'] = 'join'
    const { user, sent } = await openApp(path, {
      ...answers({}, { is_admin: true }),
      'GET /deployment': () => ({ status: 200, body: deployment({ sign_up }) }),
      'PATCH /teams/me': ({ body }) => {
        team = { ...team, ...(body as { invited_only: boolean }) }
        sign_up = team.invited_only ? 'closed' : 'join'
        return { status: 200, body: team }
      },
    })
    expect(await screen.findByText(/知っている人なら誰でも参加できます/u)).toBeDefined()
    await user.click(screen.getByRole('switch', { name: '招待した人だけが参加できる' }))
    expect(await screen.findByText(/招待された人だけ/u)).toBeDefined()
    expect(sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { invited_only: true },
    ])
    await user.click(screen.getByRole('switch', { name: '招待した人だけが参加できる' }))
    expect(await screen.findByText(/知っている人なら誰でも参加できます/u)).toBeDefined()
    expect(screen.queryByText(/SIGNUP/u)).toBeNull()
  })

  it('opening the team to everybody requires the password if the server asks for it (E1.07)', async () => {
    let isShown = false
    const closed = { ...me.team, invited_only: true }
    const { user, sent } = await openApp('/team?tab=settings', {
      ...answers({}, { is_admin: true, team: closed }),
      'PATCH /teams/me': () =>
        isShown
          ? { status: 200, body: { ...closed, invited_only: false } }
          : problem(403, 'reauthentication_required', '現在のパスワードを入力してください'),
      'POST /auth/reauthenticate': () => {
        isShown = true
        return { status: 204 }
      },
    })
    const opened = () => screen.getByRole<HTMLInputElement>('switch', { name: '招待した人だけが参加できる' })
    await user.click(await screen.findByRole('switch', { name: '招待した人だけが参加できる' }))
    await user.type(await screen.findByLabelText('現在のパスワード'), 'asa no asa')
    await user.click(screen.getByRole('button', { name: '続ける' }))
    await waitFor(() => expect(opened().getAttribute('aria-checked')).toBe('false'))
    expect(sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { invited_only: false },
      { invited_only: false },
    ])
  })

  it.each<[string, Partial<Deployment>, Partial<Me>]>([
    ['members who are no administrators', {}, {}],
    ['a server that takes invited people only', { sign_up: 'closed' }, { is_admin: true }],
    ['a server on which each sign-up opens a team', { sign_up: 'new-team' }, { is_admin: true }],
  ])('the switch for joining is hidden for %s', async (_who, deployment, user) => {
    await openApp('/team', answers(deployment, user))
    await screen.findByText(/参加できます|招待された人だけ/u)
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('members who joined in the last seven days are marked as new (E1.18)', async () => {
    const people = [
      { ...me, joined_on: '2026-10-20' },
      member('ren', '早川', '蓮', { joined_on: '2026-10-20' }),
      member('haruka', '白川', '悠'),
    ]
    await openApp('/team', { ...answers({}), 'GET /users/': { status: 200, body: people } })
    expect(await screen.findAllByText('新規')).toHaveLength(1)
  })
})

describe('the note about newcomers', () => {
  const at = '2026-10-20T09:00:00+09:00'
  const newcomers = ['蓮', '悠', '結', '陸'].map((name, index) => ({
    id: `01998d5c-0000-7000-8000-00000000000${9 - index}`,
    user_id: `01998d5c-0000-7000-8000-00000000001${index}`,
    name,
    at,
    invited_by: null as string | null,
    state: 'active' as Me['newcomers'][number]['state'],
  }))
  const others = { is_admin: true, newcomers_total: 4 }
  const text = () => screen.queryByText(/招待なしでチームに参加しました/u)

  it('the note names newcomers and links to the team', async () => {
    const { user } = await openApp('/', answers({}, { ...others, newcomers }))
    expect((await screen.findByText(/招待なしでチームに参加しました/u)).textContent).toContain(
      '蓮さん、悠さん、結さん、ほか1人が',
    )
    await user.click(screen.getByRole('button', { name: 'チームを見る' }))
    await waitFor(() => expect(location.pathname).toBe('/team'))
  })

  it('the list of newcomers names the inviter and says who has left', async () => {
    const [first, second, third, ...rest] = newcomers
    const listed = [{ ...first!, state: 'left' as const }, { ...second!, invited_by: '直樹' }, third!, ...rest]
    await openApp('/', answers({}, { is_admin: true, newcomers: listed, newcomers_total: 107 }))
    expect((await screen.findByText(/人がチームに参加しました/u)).textContent).toContain(
      '蓮さん、悠さん、結さん、ほか104人が',
    )
    const items = [...screen.getByText('全員を見る').closest('details')!.querySelectorAll('li')]
    expect(items.map(({ textContent }) => textContent.replace(/ · .*? · /u, ' · '))).toEqual([
      '蓮 · 招待なし · 退会済み',
      '悠 · 直樹さんが招待',
      '結 · 招待なし',
      '陸 · 招待なし',
      'ほか103人',
    ])
  })

  it('the note about newcomers stays closed in this browser until somebody else joins', async () => {
    const { user } = await openApp('/', answers({}, { ...others, newcomers }))
    await screen.findByText(/招待なしでチームに参加しました/u)
    await user.click(screen.getByRole('button', { name: '閉じる' }))
    expect(text()).toBeNull()
  })
})
