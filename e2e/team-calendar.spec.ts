import { dateOf } from './members.ts'
import { expect, openAs, test } from './test.ts'

test('days off that a member takes in the team calendar appear on other pages at once', async ({
  page,
  member,
  context,
}) => {
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
  await page.getByRole('dialog').getByRole('button', { name: '休みを取り消す' }).click()
  await expect(other.getByRole('gridcell', { name: /午後休$/u })).toHaveCount(0)
})

test('the team calendar shows holidays in the month and in the list below', async ({ page, member }) => {
  await member.call('PUT', `/holidays/${dateOf()}`, { name: '創立記念日' })
  await openAs(page, member, '/team?tab=calendar')
  await expect(page.getByRole('list', { name: '祝日', exact: true })).toContainText('創立記念日')
  await expect(page.getByRole('gridcell', { name: /創立記念日$/u })).toBeVisible()
  await page.getByRole('button', { name: '創立記念日を編集' }).click()
  await page.getByLabel('名前', { exact: true }).fill('全社休業日')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: /全社休業日$/u })).toBeVisible()
  await expect(page.getByRole('button', { name: '全社休業日を編集' })).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: '日ごとの休み' })).toContainText('全社休業日')
})

test('an administrator imports the holidays of a country and of a file', async ({ page, member }) => {
  await openAs(page, member, '/team?tab=calendar')
  await page.getByRole('button', { name: '祝日を取り込む' }).click()
  await expect(page.getByLabel('国', { exact: true })).toHaveValue('JP')
  await page.getByLabel('年', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByText(/^1\d日を選んでいます。登録済みの日は変わりません。$/u)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /クリスマス/u })).not.toBeChecked()
  await page.getByRole('checkbox', { name: /成人の日/u }).uncheck()
  await page.getByRole('button', { name: '取り込む', exact: true }).click()
  await expect(page.getByText(/^祝日を\d+日追加しました$/u)).toBeVisible()
  const list = page.getByRole('list', { name: '祝日', exact: true })
  await expect(list).toContainText('元日')
  await expect(list).not.toContainText('成人の日')

  const [from, until] = [dateOf(), dateOf(1)].map((date) => date.replaceAll('-', ''))
  const file = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${until}\r\nSUMMARY:全社休業日\r\nno colon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  await page.getByRole('button', { name: '祝日を取り込む' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '会社.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) })
  await expect(page.getByText('1行は読み取れなかったため、除きました。')).toBeVisible()
  await expect(page.getByText('1日を選んでいます。登録済みの日は変わりません。')).toBeVisible()
  await page.getByRole('button', { name: '取り込む', exact: true }).click()
  await expect(list).toContainText('全社休業日')
})

test('the yearly import adds the holidays of a country until an administrator stops the import', async ({
  page,
  member,
}) => {
  await openAs(page, member, '/team?tab=calendar')
  await page.getByRole('button', { name: '国の祝日を毎年追加' }).click()
  await expect(page.getByLabel('国', { exact: true })).toHaveValue('JP')
  await page.getByRole('button', { name: '追加する' }).click()
  await expect(page.getByText(/^日本の祝日を毎年10月に追加します/u)).toBeVisible()
  await expect(page.getByRole('list', { name: '祝日', exact: true })).toContainText('元日')
  await page.getByRole('button', { name: 'やめる' }).click()
  await expect(page.getByRole('button', { name: '国の祝日を毎年追加' })).toBeVisible()
  await expect(page.getByRole('list', { name: '祝日', exact: true })).toContainText('元日')
})
