import { expect, test } from './test.ts'

const long = Array.from({ length: 30 }, (_, line) => `- 項目${line}`).join('\n')

test('the day shows a report’s lists, and folds a cell of over 12 lines (E2.05)', async ({ page, member }) => {
  await member.report({
    yesterday_work: '- 設計\n  - 画面\n1. `npm ci`を**「必ず」**実行\n\n[手順](https://example.com/a)を見た',
    today_plan: `${long}\n- https://example.com/last`,
    issues: '',
  })
  await page.goto('/')
  const cells = page.getByRole('table', { name: 'メンバーの日報' }).getByRole('cell')
  const [work, plan] = [cells.nth(0), cells.nth(1)]
  const items = work.getByRole('listitem')
  await expect(items).not.toHaveCount(0)
  const lefts = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().left))
  expect(lefts[1]).toBeGreaterThan(lefts[0]! + 10)
  await expect(work.locator('code')).toHaveText('npm ci')
  await expect(work.locator('strong')).toHaveText('「必ず」')
  await expect(work.getByRole('link', { name: '手順' })).toHaveAttribute('href', 'https://example.com/a')
  await expect(work).toContainText('1.')

  const last = plan.getByText('項目29')
  const isSeen = () =>
    last.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect()
      return bottom <= element.closest('td')!.getBoundingClientRect().bottom
    })
  const more = plan.getByRole('button', { name: '続きを表示' })
  await expect(more).toBeVisible()
  expect(await isSeen()).toBe(false)
  await more.click()
  expect(await isSeen()).toBe(true)
  await plan.getByRole('button', { name: '折りたたむ' }).click()
  expect(await isSeen()).toBe(false)
  // A link in the hidden part unfolds the text when it gets the focus.
  await expect(async () => {
    await more.focus() // focuses the button first, because folding can still move the focus to it later
    await plan.getByRole('link').focus()
    await expect(plan.getByRole('button', { name: '折りたたむ' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.reload()
  await expect(more).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await isSeen()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
})

test('the day folds a numbered list of over 12 lines (E2.05)', async ({ page, member }) => {
  const numbered = Array.from({ length: 30 }, (_, line) => `${line + 1}. 項目${line}`).join('\n')
  await member.report({ today_plan: numbered, issues: '' })
  await page.goto('/')
  const plan = page.getByRole('table', { name: 'メンバーの日報' }).getByRole('cell').nth(1)
  await expect(plan.getByRole('button', { name: '続きを表示' })).toBeVisible()
  expect((await plan.boundingBox())!.height).toBeLessThan(400)
})

for (const [lines, width] of [
  [12, 1440],
  [12, 320],
] as const)
  test(`the day does not fold a cell of ${lines} short lines at a width of ${width}`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 800 })
    await member.report({ today_plan: long.split('\n').slice(0, lines).join('\n'), issues: '' })
    await page.goto('/')
    await expect(page.getByText('項目11')).toBeVisible()
    await expect(page.getByRole('button', { name: '続きを表示' })).toBeHidden()
  })
