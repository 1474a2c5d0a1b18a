import { dateOf } from './members.ts'
import { expect, openAs, test } from './test.ts'

test('days off are taken in the month, and others see them at once', async ({ page, member, context }) => {
  const other = await context.newPage()
  await openAs(page, member, '/team?tab=calendar')
  await openAs(other, member, '/team?tab=calendar')
  const grid = page.getByRole('grid', { name: /の休み$/u })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const cell = grid.locator('[role=gridcell][tabindex="0"]')
  await cell.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/&month=\d{4}-\d{2}$/u)
  await expect(grid.locator(':focus')).toHaveAccessibleName(/月1日/u)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('radio', { name: '午後休' }).check()
  await page.getByRole('dialog').getByRole('button', { name: '休みにする' }).click()
  await expect(cell).toHaveAccessibleName(/午後休$/u)
  await expect(cell).toBeFocused()

  await other.goto(page.url())
  await expect(other.getByRole('gridcell', { name: /午後休$/u })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '休みをやめる' }).click()
  await expect(other.getByRole('gridcell', { name: /午後休$/u })).toHaveCount(0)
})

test('holidays stand in the month, and in the list below it', async ({ page, member }) => {
  await member.call('PUT', `/holidays/${dateOf()}`, { name: '創立記念日' })
  await openAs(page, member, '/team?tab=calendar')
  await expect(page.getByRole('list', { name: '祝日' })).toContainText('創立記念日')
  await expect(page.getByRole('gridcell', { name: /創立記念日$/u })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: '日ごとの休み' })).toContainText('創立記念日')
})
