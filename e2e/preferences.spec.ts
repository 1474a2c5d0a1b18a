import type { Locator } from '@playwright/test'
import { expect, test } from './test.ts'

/** Returns the outline, borders and background of a control. With forced colours, they show its state. */
const edgeOf = (control: Locator) =>
  control.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopWidth, borderBottomColor, backgroundColor } = getComputedStyle(element)
    return [outlineStyle === 'none' ? '' : outlineWidth, borderTopWidth, borderBottomColor, backgroundColor].join(' ')
  })
async function expectToStandOut(chosen: Locator, other: Locator) {
  expect(await edgeOf(chosen)).not.toBe(await edgeOf(other))
}

test('a chosen option looks different from the others in forced colours', async ({ page, member }) => {
  await member.report({ issues: '検証環境のDBが落ちています' })
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  await member.call('POST', '/insights/', { type: 'try', note: '手順を3行で添える' })
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' })

  await page.goto('/?page=activity')
  const likes = page.getByRole('table').getByRole('button', { name: /いいね/u })
  await likes.first().click()
  await expect(likes.first()).toHaveAttribute('aria-pressed', 'true')
  await expectToStandOut(likes.first(), likes.last())
  await expectToStandOut(page.getByRole('link', { name: 'アクティビティ' }), page.getByRole('link', { name: '月報' }))

  await page.getByRole('link', { name: '月報' }).click()
  const months = page.locator('label').filter({ has: page.getByRole('radio') })
  await expectToStandOut(months.first(), months.last())
  const days = page.getByRole('grid').getByRole('gridcell')
  await expectToStandOut(
    days.and(page.locator('[aria-selected=true]')).getByRole('button'),
    days.and(page.locator('[aria-selected=false]')).getByRole('button').first(),
  )
  const search = page.getByRole('button', { name: '検索' })
  const before = await edgeOf(search)
  await search.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(search).toBeFocused()
  expect(await edgeOf(search)).not.toBe(before)

  await page.goto('/settings?tab=notifications')
  await expectToStandOut(page.getByRole('tab', { selected: true }), page.getByRole('tab').first())
  await expect(page.getByRole('radio').first()).toHaveCSS('appearance', 'auto')
})

test('forced colours follow the system’s dark or light theme, not the chosen theme', async ({
  page,
  member: _member,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('asakai_theme', 'light'))
  await page.goto('/dashboard')
  const label = page.locator('svg text').first()
  await expect(label).toBeVisible()
  const lightness = () => label.evaluate((element) => Number(/[\d.]+/u.exec(getComputedStyle(element).fill)?.[0]))
  expect(await lightness()).toBeGreaterThan(0.6)
})

test('lines and secondary text are stronger if the system asks for more contrast', async ({ page, member }) => {
  await member.report()
  await page.goto('/')
  const row = page.getByRole('table', { name: 'メンバーの日報' }).getByRole('row').last()
  const looks = () =>
    row.evaluate((element) => {
      /** Returns the lightness of an OKLCH colour, from 0 for black to 1 for white. */
      const lightness = (colour: string) => Number(/[\d.]+/u.exec(colour)?.[0])
      const time = element.querySelector('time')!
      return {
        rule: lightness(getComputedStyle(element).borderBottomColor),
        words: lightness(getComputedStyle(time).color),
      }
    })
  await expect(row).toBeVisible()
  const usual = await looks()
  await page.emulateMedia({ contrast: 'more' })
  const strong = await looks()
  expect(strong.rule).toBeLessThan(usual.rule)
  expect(strong.words).toBeLessThan(usual.words)
})
