import type { Page, Route } from '@playwright/test'
import { firstSteps, type Me, type User } from '../contract/users.ts'
import { today } from './team.ts'
import { test } from './test.ts'

/**
 * Opens the day in a team without reports.
 * @param changes changed properties of the signed-in member
 */
async function openEmptyTeam(page: Page, changes: Partial<Me> = {}, isAlone = true) {
  const changing = (change: (answer: never) => unknown) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as never) })
  }
  await page.route(
    '**/api/users/me',
    changing((me: Me) => ({ ...me, ...changes, team: { ...me.team, first_steps: firstSteps } })),
  )
  await page.route(
    '**/api/users/?*',
    changing((all: User[]) => (isAlone ? all.filter(({ family_name }) => family_name === '佐伯') : all)),
  )
  await page.route('**/api/daily-reports?*', (route) => route.fulfill({ json: { reports: [], total: 0 } }))
  await page.route('**/api/daily-reports/my/latest', (route) => route.fulfill({ status: 204 }))
  await page.goto('/')
  await page.locator('main [aria-busy=false]').first().waitFor()
}
const openFirstSteps = async (page: Page) => {
  await openEmptyTeam(page)
  await page.locator('main section').first().waitFor()
}

test('first-run', ({ page }) => openFirstSteps(page))

test('first-run-later', async ({ page }) => {
  await openEmptyTeam(page)
  await page.getByRole('button', { name: 'あとで' }).click()
})

test('team-invite-list', async ({ page }) => {
  await page.route('**/api/invitations/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { email } = route.request().postDataJSON() as { email: string }
    const refusal = { code: 'already_member', message: 'この方はすでにチームのメンバーです。' }
    return email.startsWith('ren')
      ? route.fulfill({ status: 409, json: refusal })
      : route.fulfill({ status: 201, json: { id: email, email } })
  })
  await page.goto('/team?invite')
  const typed =
    '上原 直樹 <naoki.uehara@hinode.example>\nren.hayakawa@hinode.example; 電話で聞く\nchihiro.mori@hinode.example'
  await page.getByLabel('招待するメールアドレス').fill(typed)
  await page.getByRole('button', { name: '招待を送る' }).click()
  await page.getByRole('list', { name: '招待の結果' }).waitFor()
})

test.describe('in German', () => {
  test.use({ language: 'de' })

  test('first-run-de', ({ page }) => openFirstSteps(page))
})

test.describe('a new member', () => {
  test.use({ member: 1 })

  test('newcomer', async ({ page }) => {
    await openEmptyTeam(page, { is_admin: false, joined_on: today }, false)
    await page.getByText(/^このチームのメンバーは/u).waitFor()
  })
})
