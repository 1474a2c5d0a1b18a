import { expectAccessible } from './axe.ts'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test('the command palette opens a screen, a day and a member by keyboard only', async ({ page, member }) => {
  await member.report({ today_plan: '予約画面の実装' })
  await page.goto('/')
  const menu = page.getByRole('button', { name: member.name })
  await expect(menu).toBeVisible()
  const field = page.getByRole('combobox')

  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('チーム')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/team')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').first()).toContainText('チーム')
  await page.keyboard.type('昨日')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/?date=${dateOf(-1)}`)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(member.email.slice(0, 20))
  // The options are the member and the link to the full search.
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /予約画面の実装/u })).toBeFocused()
  await expect(page).toHaveURL('/')

  await menu.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('どこにもないもの')
  await expect(page.getByRole('option')).toHaveText(['すべての内容から「どこにもないもの」を検索⇧ ↵'])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ゐ')
  await expect(page.getByText('「ゐ」に一致するものは見つかりませんでした')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(menu).toBeFocused()
})

for (const width of [320, 1440])
  test(`the command palette fits a width of ${width} and is accessible in both themes`, async ({ page, member }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const dialog = page.getByRole('dialog', { name: '検索と移動' })
    await page.getByRole('combobox').fill(member.name.slice(0, 2))
    await expect(page.getByRole('option')).toHaveCount(2)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'contrast')
    const box = (await dialog.boundingBox())!
    expect(box.y >= 0 && box.x >= 0 && box.x + box.width <= width).toBe(true)
    if (width === 320) expect([box.x, box.y, box.width]).toEqual([0, 0, 320])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
