import type { Page } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { dateOf } from './members.ts'
import { expect, test } from './test.ts'

test('the sign-in page loads the code of toasts when the first toast appears', async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Googleでログイン' })
  await expect(google).toBeEnabled()
  const toast = page.locator('[data-toast]')

  const fetched = page.waitForResponse('**/assets/toasts-*.js')
  await google.click()
  await fetched
  await expect(toast).toHaveText(/^Googleでのログインは、この環境では設定されていません/u)
  await expect(toast).toHaveCSS('border-radius', '10px')
  await toast.getByRole('button', { name: '閉じる' }).click()
  await expect(toast).toBeHidden()

  await google.click()
  await expect(toast).toBeVisible()
})

const covered = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')!.getBoundingClientRect()
    return [...document.querySelectorAll('[data-panel] :is(button, a, input, select, label, header)')]
      .filter((control) => !control.closest('[data-toast]'))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        return width > 0 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
] as const)
  test(`a toast covers no control of the open panel at a width of ${width} (E5.03)`, async ({ page, member }) => {
    await member.report({ report_date: dateOf(-1), today_plan: '検索画面の設計\n見積もり', issues: '環境待ち' })
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await page.getByRole('button', { name: '日報を書く' }).last().click()
    const toast = page.locator('[data-toast]')
    await page.getByRole('region', { name: /前回/u }).getByRole('button', { name: '空にする' }).click()
    await atRest(toast)
    await atRest(page.locator('[data-panel]'))
    expect(await covered(page)).toEqual([])
    const panel = await page.locator('[data-panel]').boundingBox()
    const box = await toast.boundingBox()
    if (width >= 768) expect(box!.x + box!.width).toBeLessThanOrEqual(panel!.x)
    const words = await toast.getByText('内容を空にしました').boundingBox()
    expect(words!.width).toBeGreaterThanOrEqual(160)
    await page.getByRole('button', { name: '閉じる' }).last().click()
  })

for (const width of [1440, 390])
  test(`a toast’s undo button works at one press while a field has the focus (${width} pixels)`, async ({
    page,
    member: _signedIn,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await page.getByRole('button', { name: '日報を書く' }).last().click()
    const field = page.getByLabel('今日やること')
    await field.fill('検索画面の設計')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '日報を書く' }).last().click()
    await page.getByRole('button', { name: '下書きを破棄' }).click()
    await expect(field).toHaveValue('')
    await field.focus()
    const undo = page.locator('[data-toast]').getByRole('button', { name: '元に戻す' })
    await atRest(undo)
    await undo.hover()
    const before = await undo.boundingBox()
    await page.mouse.down()
    await expect(field).not.toBeFocused()
    expect(await undo.boundingBox()).toEqual(before)
    await page.mouse.up()
    await expect(field).toHaveValue('検索画面の設計')
  })
