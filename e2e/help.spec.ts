import { expect, test } from './test.ts'

test('a member opens and reads the guide by keyboard', async ({ page, member }) => {
  await page.goto('/')
  await page.getByRole('button', { name: member.name }).press('Enter')
  await page.getByRole('menuitem', { name: 'ヘルプ' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Asakaiの使い方' })).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'ログインする' })).toBeFocused()
  await page.getByRole('link', { name: '通知', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/help#notifications$/u)
  await expect(page.getByRole('heading', { level: 2, name: '通知' })).toBeInViewport()
  await page.getByRole('link', { name: 'Asakaiのトップページへ' }).press('Enter')
  await expect(page).toHaveURL(/\/$/u)
})

test('the help link beside a title opens in a new tab', async ({ page, member }) => {
  expect(member).toBeTruthy()
  await page.goto('/settings?tab=notifications')
  const link = page.getByRole('link', { name: '「受け取る通知」のヘルプ(新しいタブで開きます)' })
  const [guide] = await Promise.all([page.waitForEvent('popup'), link.press('Enter')])
  await expect(guide.getByRole('heading', { level: 2, name: '通知' })).toBeFocused()
  await expect(guide.getByRole('heading', { level: 2, name: '通知' })).toBeInViewport()
})

test('a visitor at the login finds the guide and the link back to the login', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'ヘルプ' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Asakaiの使い方' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'おはようございます' })).toBeVisible()
})

test('the printed guide has no controls', async ({ page }) => {
  await page.goto('/help')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2, name: '通知' })).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button')).toBeHidden()
})
