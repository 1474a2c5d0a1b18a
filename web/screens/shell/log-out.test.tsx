import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

const key = `asakai_draft:${me.id.toLowerCase()}:2026-10-22`
const draft = JSON.stringify({
  words: { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' },
  baseVersion: null,
  savedAt: Date.parse('2026-10-23T00:00:00Z'),
})

async function logOut(stored: Record<string, string>) {
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  const app = await openApp('/settings')
  await screen.findByRole('heading', { level: 1 })
  await app.user.click(await screen.findByRole('menuitem', { name: 'ログアウト', hidden: true }))
  return app
}
const button = (name: string) => screen.findByRole('button', { name })
const hasLoggedOut = () => waitFor(() => expect(location.pathname).toBe('/login'))

test('a logout needs no question if no text is unsent', async () => {
  await logOut({})
  await hasLoggedOut()
})

test('a logout asks whether to keep unsent text, and keeps it if the member chooses so', async () => {
  const { user } = await logOut({ [key]: draft })
  expect(location.pathname).toBe('/settings')
  await user.click(await button('残してログアウト'))
  await hasLoggedOut()
  expect(localStorage.getItem(key)).toBe(draft)
})

test('a logout deletes unsent text if the member chooses so', async () => {
  const comment = `asakai_comment_draft:${me.id.toLowerCase()}:r`
  const { user } = await logOut({ [key]: draft, [comment]: JSON.stringify({ id: 'x', body: 'まだ' }) })
  await user.click(await button('削除してログアウト'))
  await hasLoggedOut()
  expect([localStorage.getItem(key), localStorage.getItem(comment)]).toEqual([null, null])
})

test('the member stays signed in if the question about unsent text is closed', async () => {
  const { user } = await logOut({ [key]: draft })
  await user.click(await button('閉じる'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location.pathname).toBe('/settings')
  expect(localStorage.getItem(key)).toBe(draft)
})
