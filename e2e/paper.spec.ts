import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

for (const path of ['/', '/week', '/monthly-report', '/activity', '/team', '/dashboard'])
  test(`the printed page ${path} has no controls`, async ({ page, member }) => {
    await member.report({ report_date: dateOf(-1), today_plan: '設計' })
    await member.report({ issues: '検証環境が応答しない' })
    await page.goto(path)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main button:not(.printed):visible')).toHaveCount(0)
    if (path === '/') await expect(page.getByRole('main')).toContainText('検証環境が応答しない')
    await page.emulateMedia({ media: 'screen' })
  })
