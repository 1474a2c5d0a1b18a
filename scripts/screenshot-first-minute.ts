import type { Page, Route } from '@playwright/test'
import { firstSteps, type Me, type User } from '../contract/users.ts'
import type { Scene } from './screenshot-signed-out.ts'
import { today } from './screenshot-team.ts'

/** The team as it was in its first minute: nobody has written. @param more of the member who looks */
async function begin(page: Page, more: Partial<Me>, isAlone: boolean) {
  const changing = (change: (answer: never) => unknown) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as never) })
  }
  await page.route(
    '**/api/users/me',
    changing((me: Me) => ({ ...me, ...more, team: { ...me.team, first_steps: firstSteps } })),
  )
  await page.route(
    '**/api/users/?*',
    changing((all: User[]) => (isAlone ? all.filter(({ family_name }) => family_name === '佐伯') : all)),
  )
  await page.route('**/api/daily-reports?*', (route) => route.fulfill({ json: { reports: [], total: 0 } }))
  await page.route('**/api/daily-reports/my/latest', (route) => route.fulfill({ status: 204 }))
}
const open = async (page: Page, more: Partial<Me> = {}, isAlone = true) => {
  await begin(page, more, isAlone)
  await page.goto('/')
  await page.locator('main [aria-busy=false]').first().waitFor()
}
const steps = (page: Page) => page.locator('main section').first().waitFor()

/** Three refused for three reasons, two invited. */
async function invite(page: Page) {
  await page.route('**/api/invitations/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { email } = route.request().postDataJSON() as { email: string }
    return email.startsWith('ren')
      ? route.fulfill({
          status: 409,
          json: { code: 'already_member', message: 'この方はすでにチームのメンバーです。' },
        })
      : route.fulfill({ status: 201, json: { id: email, email } })
  })
  await page.goto('/team?invite')
  const field = page.getByLabel('招待するメールアドレス')
  await field.fill(
    '上原 直樹 <naoki.uehara@hinode.example>\nren.hayakawa@hinode.example; 電話で聞く\nchihiro.mori@hinode.example',
  )
  await page.getByRole('button', { name: '招待を送る' }).click()
  await page.getByRole('list', { name: '招待の結果' }).waitFor()
}

export const firstMinuteScenes: Scene[] = [
  { name: 'first-run', open: (page) => open(page).then(() => steps(page)) },
  { name: 'first-run-de', language: 'de', open: (page) => open(page).then(() => steps(page)) },
  {
    name: 'first-run-later',
    open: async (page) => {
      await open(page)
      await page.getByRole('button', { name: 'あとで' }).click()
    },
  },
  {
    name: 'newcomer',
    as: '早川',
    open: async (page) => {
      await open(page, { is_admin: false, joined_on: today }, false)
      await page.getByText(/^このチームのメンバーは/u).waitFor()
    },
  },
  { name: 'team-invite-list', open: invite },
]
