import { existsSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { dateOf, signIn, signUp } from './members.ts'

/** Everything that a script of a stranger, or a rule broken by ourselves, would leave. */
async function watch(page: Page): Promise<string[]> {
  const traces: string[] = []
  page.on('dialog', async (dialog) => {
    traces.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('popup', (popup) => traces.push(`popup: ${popup.url()}`))
  page.on('console', (message) => {
    if (/Content.Security.Policy/iu.test(message.text())) traces.push(message.text())
  })
  await page.exposeFunction('reportViolation', (text: string) => void traces.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
      ),
    )
  })
  return traces
}

test('pages come with a policy without unsafe-inline for scripts', async ({ request }) => {
  const { 'content-security-policy': policy, ...headers } = (await request.get('/login')).headers()
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/u)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
})

test('no screen breaks the policy', async ({ page }) => {
  const traces = await watch(page)
  for (const path of ['/login', '/signup', '/password-reset', '/email-proof?token=x', '/licence', '/api/docs']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  const misaki = await signUp()
  await signIn(page, misaki)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('今日やること').fill('x')
  await page.getByRole('button', { name: 'キャンセル' }).click()
  await page.getByRole('button', { name: `${misaki.name}のメニュー` }).click()
  await page.getByRole('menuitem', { name: 'ショートカット' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const tab of ['user-info', 'language', 'app-info']) {
    await page.goto(`/settings?tab=${tab}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
  expect(traces).toEqual([])
})

const hostile = new URL('../../shared/bad-input/xss.txt', import.meta.url)

/** The lines in pieces that fit into a field. */
function pieces(): string[] {
  const found = ['']
  for (const line of readFileSync(hostile, 'utf8').replaceAll('\0', '').split('\n'))
    if (found.at(-1)!.length + line.length < limits.reportText) found[found.length - 1] += `${line}\n`
    else found.push(`${line}\n`)
  return found.filter((piece) => piece.length <= limits.reportText)
}

test('reports full of scripts run nothing', async ({ page }) => {
  test.skip(!existsSync(hostile), '../shared/bad-input/xss.txt is not beside this repository')
  const texts = pieces()
  expect(texts.length).toBeGreaterThan(4)
  const traces = await watch(page)
  const misaki = await signUp({ preferred_name: '"><img src=x onerror=alert(1)><script>alert(2)</script>' })
  const days: string[] = []
  for (let day = 0; texts.length > 0; day++) {
    const [yesterday_work = 'x', today_plan = 'x', issues = ''] = texts.splice(0, 3)
    days.push(dateOf(-day))
    await misaki.report({ report_date: dateOf(-day), yesterday_work, today_plan, issues })
  }
  await signIn(page, misaki)
  for (const day of days) {
    await page.goto(`/?date=${day}`)
    await expect(page.getByRole('table').last().getByRole('listitem').first()).toBeVisible()
    await expect(page.locator('main :is(script, img, iframe, object, embed, svg [onload])')).toHaveCount(0)
    const links = page.locator('main a')
    for (const href of await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol)))
      expect(['http:', 'https:']).toContain(href)
    await page.getByRole('button', { name: '自分の日報を編集' }).click()
    await expect(page.getByLabel('昨日やったこと')).not.toBeEmpty()
    await page.getByRole('button', { name: 'キャンセル' }).click()
  }
  expect(traces).toEqual([])
})
