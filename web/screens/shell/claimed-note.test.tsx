import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

type Duplicate = NonNullable<typeof me.claimed>
const open = (claimed: Duplicate) => openApp('/', { 'GET /users/me': { status: 200, body: { ...me, claimed } } })
const at = '2026-10-20T09:00:00+09:00'
const note = () => screen.queryByText(/前からあった/u)

test('a note names the team’s earlier members, and links to the team (E1.16)', async () => {
  const { user } = await open({ at, members: ['見知らぬ 人', '早川 直樹'], total: 2 })
  const words = await screen.findByText(/前からあった/u)
  expect(words.textContent).toContain('見知らぬ 人さん、早川 直樹さんがいて')
  await user.click(screen.getByRole('button', { name: 'チームを見る' }))
  await waitFor(() => expect(location.pathname).toBe('/team'))
})

test('the note about earlier members counts those whom it does not name', async () => {
  await open({ at, members: ['見知らぬ 人', '早川 直樹'], total: 25 })
  const words = await screen.findByText(/前からあった/u)
  expect(words.textContent).toContain('見知らぬ 人さん、早川 直樹さん、ほか23人がいて')
})

test('the note about earlier members stays closed in this browser after it was closed', async () => {
  const { user } = await open({ at, members: ['見知らぬ 人'], total: 1 })
  await screen.findByText(/前からあった/u)
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  expect(note()).toBeNull()
})

test('no note about earlier members is shown if nobody else was in the team', async () => {
  await open({ at, members: [], total: 0 })
  await screen.findByRole('button', { name: /佐伯 美咲/u })
  expect(note()).toBeNull()
})
