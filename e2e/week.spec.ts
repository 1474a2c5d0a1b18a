import type { Page } from '@playwright/test'
import { blocker } from '#contract/testing/blockers.ts'
import { insight } from '#contract/testing/insights.ts'
import type { Week } from '#contract/week.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'
import { standIn } from './states.ts'

const week = (days: number, work: string, parts: Partial<Week> = {}): Week => ({
  from: '2026-10-19',
  until: '2026-10-23',
  closed: true,
  reports: days,
  days: Array.from({ length: days }, (_, index) => ({ date: `2026-10-${19 + index}`, work, off: false })),
  blockers: [],
  insights: [],
  ...parts,
})

/** Opens a week, and returns its number of pages on paper. */
async function print(page: Page, json: Week) {
  await standIn(page, { 'GET /week': { json } })
  await page.goto('/week')
  await page.getByRole('heading', { name: '自分の一週間' }).waitFor()
  await page.getByRole('heading', { name: '困りごと' }).waitFor()
  // Waits for insights and the status of blockers, which are rendered later.
  if (json.insights.length > 0) await expect(page.getByText(/ふりかえり 0/u).first()).toBeVisible()
  if (json.blockers.length > 0) await expect(page.getByText(/営業日前|今日から/u).first()).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 673, height: 1_000 }) // A4 minus its margins
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length
}

test('a week prints on one A4 page in two columns, without navigation', async ({ page }) => {
  expect(await print(page, week(5, '・調査と方針\n・決済画面のレビュー'))).toBe(1)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('週のまとめは、メールでも受け取れます。')).toBeHidden()
  const [mine, team] = ['自分の一週間', '困りごと'].map((name) => page.getByRole('heading', { name }))
  const [left, right] = [await mine!.boundingBox(), await team!.boundingBox()]
  expect(right!.x).toBeGreaterThan(left!.x + 200)
  expect(Math.abs(right!.y - left!.y)).toBeLessThan(2)
  await expect(page.getByText('佐伯 美咲 / 予約プロダクト')).toBeVisible()
  await expect(page.getByText(/1ページに収めるため/u)).toBeHidden()
})

const long = Array.from({ length: 40 }, (_, line) => `・長い仕事の説明が続く行 ${line} ${'あいう'.repeat(20)}`).join(
  '\n',
)
const unbroken = 'https://example.com/'.padEnd(3_000, 'W')
const many = {
  blockers: Array.from({ length: 20 }, (_, nth) =>
    blocker({ id: `b${nth}`, text: `検証環境が応答しない ${nth} ${'長い説明'.repeat(30)}` }),
  ),
  insights: (['keep', 'try'] as const).flatMap((type) =>
    Array.from({ length: 5 }, (_, nth) =>
      insight({
        id: `${type}${nth}`,
        type,
        note: `**長い**ふりかえり ${nth}\n\n- 一つ目\n- 二つ目\n\n${'説明'.repeat(80)}`,
        ...(type === 'try' && {
          try: { owner_id: 'o', owner_name: '名前の長い担当者さん', returns_on: '2026-11-02', outcome: null },
        }),
      }),
    ),
  ),
}
for (const [name, days, work] of [
  ['five long reports', 5, long],
  ['seven long reports', 7, long],
  ['words that cannot be broken', 7, unbroken],
  ['reports of many short lines', 7, Array.from({ length: 60 }, (_, line) => `${line}`).join('\n')],
] as const)
  test(`a week of ${name} prints on one A4 page, which says how much is omitted (E5.08)`, async ({ page }) => {
    expect(await print(page, week(days, work, many))).toBe(1)
    await expect(page.getByText(/ふりかえり 0/u).first()).toBeVisible()
    await expect(page.getByText(new RegExp(`続きのある日 ${days}日。載せていない項目 22件。`, 'u'))).toBeVisible()
  })
