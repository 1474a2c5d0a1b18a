import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import { member } from '#contract/testing/members.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

const administrator = { ...me, is_admin: true }
const another = member('ren', '早川', '蓮', { is_admin: true })

const open = (people: unknown[], parts: Partial<Deployment> = {}, user: object = administrator) =>
  openApp('/team?tab=settings', {
    'GET /deployment': { status: 200, body: deployment({ mail: false, channels: [], ...parts }) },
    'GET /users/me': { status: 200, body: user },
    'GET /users/': { status: 200, body: people },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
  })
const note = () => screen.queryByText(/対応できるのはサーバーの管理者だけ/u)

it('the only administrator of a team without mail is warned, with the command (E1.20)', async () => {
  const { user } = await open([administrator, { ...another, is_active: false }])
  expect(await screen.findByText(/対応できるのはサーバーの管理者だけ/u)).toBeTruthy()
  expect(screen.getByDisplayValue('asakai admin reset-password misaki@hinode.example')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  expect(note()).toBeNull()
})

it.each<[string, unknown[], object, object]>([
  ['a second administrator', [administrator, another], {}, administrator],
  ['mail', [administrator], { mail: true }, administrator],
  ['only the company sign-in', [administrator], { oidc: { name: 'Hinode', only: true } }, administrator],
  ['a member who is no administrator', [me, another], {}, me],
])('no warning about the only administrator is shown with %s', async (_what, people, parts, user) => {
  await open(people, parts, user)
  await screen.findByText('参加できる人')
  expect(note()).toBeNull()
})
