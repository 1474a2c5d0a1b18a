import { test } from './still-clock.ts'
import { expect } from './test.ts'
import { standIn } from './states.ts'

test('a week is printed on one A4 in two columns, without the shell', async ({ page }) => {
  const days = ['19', '20', '21', '22', '23'].map((day) => ({
    date: `2026-10-${day}`,
    work: '・調査と方針\n・決済画面のレビュー',
    off: false,
  }))
  const week = { from: '2026-10-19', until: '2026-10-23', closed: true, reports: 5, days, blockers: [], insights: [] }
  await standIn(page, { 'GET /week': { json: week } })
  await page.goto('/week')
  const mine = page.getByRole('heading', { name: '自分の一週間' })
  await mine.waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 673, height: 1_000 }) // A4 less its margins
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('週のまとめは、メールでも受け取れます。')).toBeHidden()
  const team = page.getByRole('heading', { name: '困りごと' })
  const [left, right] = [await mine.boundingBox(), await team.boundingBox()]
  expect(right!.x).toBeGreaterThan(left!.x + 200)
  expect(Math.abs(right!.y - left!.y)).toBeLessThan(2)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)).toHaveLength(1)
})
