import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { openApp, problem } from '../../testing/app.tsx'

const [ours, others] = ['0198f7a0-0000-7000-8000-000000000001', '0198f7a0-0000-7000-8000-000000000002']
const offer = {
  result: 'invited',
  email: 'shiori@hinode.example',
  invitations: [
    { id: ours, team_name: '予約プロダクト', invited_by: '佐伯 美咲' },
    { id: others, team_name: '在庫', invited_by: '早川 蓮' },
  ],
  may_sign_up: true,
}

async function open(more: Record<string, unknown> = {}, sign_up: Deployment['sign_up'] = 'new-team') {
  return openApp('/oidc/callback?code=c&state=s', {
    'GET /deployment': {
      status: 200,
      body: deployment({ sign_up, oidc: { name: 'Hinode ID', only: false }, providers: ['oidc'] }),
    },
    'POST /auth/oidc/login': { status: 200, body: { ...offer, ...more } },
    'GET /auth/oidc/login-url': problem(503, 'provider_unavailable', '応答がありません。'),
  })
}

const choice = async () => screen.findByRole('heading', { name: '招待が届いています' })

test('a person without an account sees their invitations with team and inviter (E1.22)', async () => {
  await open()
  await choice()
  expect(screen.getByText(/^shiori@hinode\.exampleへの招待です。/u)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '予約プロダクト佐伯 美咲さんが招待参加する',
    '在庫早川 蓮さんが招待参加する',
  ])
})

test.each([
  ['予約プロダクトに参加する', ours],
  ['在庫に参加する', others],
  ['招待を使わず、新しいチームを作る', 'none'],
])('the choice 「%s」 is sent to the provider, and a failure is explained', async (name, invitation) => {
  const { user, sent } = await open()
  await choice()
  await user.click(await screen.findByRole('button', { name }))
  expect((await screen.findByRole('alert')).textContent).toContain('応答がありません。')
  const began = sent.filter(({ call }) => call.startsWith('GET /auth/oidc/login-url'))
  expect(began.map(({ query }) => query.get('invitation'))).toEqual([invitation])
})

test('an invited person cannot continue without an invitation if sign-up is closed', async () => {
  await open({ may_sign_up: false })
  await choice()
  expect(screen.queryByRole('button', { name: /招待を使わず/u })).toBeNull()
})

test('an invited person can continue without an invitation if new people join the team', async () => {
  await open({}, 'join')
  await choice()
  expect(screen.getByRole('button', { name: '招待を使わずに続ける' })).toBeTruthy()
})
