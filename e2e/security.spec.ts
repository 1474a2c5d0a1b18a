import type { Page } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { hostileInput } from '#server/testing/fixtures.ts'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

/** Records every trace of a foreign script. A violated policy also logs to the console, which fails every test. */
function watch(page: Page): string[] {
  const traces: string[] = []
  page.on('dialog', async (dialog) => {
    traces.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('popup', (popup) => traces.push(`popup: ${popup.url()}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(page.url()).origin) traces.push(`request: ${request.url()}`)
  })
  return traces
}

test('pages have a Content-Security-Policy that allows no inline scripts', async ({ request }) => {
  const { 'content-security-policy': policy, ...headers } = (await request.get('/login')).headers()
  expect(policy).toMatch(/default-src 'none'/u)
  expect(policy).toMatch(/script-src 'self'(;|$)/u)
  expect(policy).toMatch(/frame-ancestors 'none'/u)
  expect(policy).toMatch(/base-uri 'none'/u)
  expect(policy).not.toMatch(/unsafe/u)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
})

test('no screen violates its Content-Security-Policy', async ({ page, member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill('x')
  await page.getByRole('button', { name: 'キャンセル' }).click()
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ショートカット' }).click()
  await expect(page.getByRole('dialog', { name: 'ショートカット' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const tab of ['user-info', 'language', 'app-info']) {
    await page.goto(`/settings?tab=${tab}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
})

test('the API documentation does not violate its Content-Security-Policy', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /Asakai/u })).toBeVisible()
})

/** Splits hostile lines into pieces that fit into a field. */
function pieces(): string[] {
  const found = ['']
  for (const line of hostileInput('xss.txt').replaceAll('\0', '').split('\n'))
    if (found.at(-1)!.length + line.length < limits.reportText) found[found.length - 1] += `${line}\n`
    else found.push(`${line}\n`)
  return found.filter((piece) => piece.length <= limits.reportText)
}

test('scripts in reports and names never run', async ({ page, member }) => {
  const traces = watch(page)
  await member.call('PATCH', '/users/me/profile', {
    family_name: '<script>alert(1)</script>',
    first_name: '"><img src=x onerror=alert(2)>',
    preferred_name: '',
    email: member.email,
  })
  const texts = pieces()
  const days = [0, -1, -2].map(dateOf)
  for (const report_date of days) {
    const [yesterday_work = 'x', today_plan = 'x', issues = ''] = texts.splice(0, 3)
    await member.report({ report_date, yesterday_work, today_plan, issues })
  }
  expect(texts).toEqual([])

  for (const day of days) {
    await page.goto(`/?date=${day}`)
    await expect(page.getByRole('table', { name: 'メンバーの日報' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.locator('main :is(script, img, iframe, object, embed, [onload], [onerror])')).toHaveCount(0)
    const protocols = await page
      .locator('main a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))
    expect(protocols.filter((protocol) => !/^https?:$/u.test(protocol))).toEqual([])
    await page.getByRole('button', { name: '自分の日報を編集' }).click()
    await expect(page.getByLabel('昨日やったこと')).not.toBeEmpty()
    await page.getByRole('button', { name: 'キャンセル' }).click()
  }
  expect(traces).toEqual([])
})
