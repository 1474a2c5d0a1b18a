import { signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, test } from './test.ts'

let started: Server
test.beforeAll(async () => {
  started = await startServer({ SIGNUP: 'join' })
})
test.afterAll(() => started.stop())

test('an administrator deactivates and reactivates a member by keyboard, then hands over the role', async ({
  page,
  browser,
}) => {
  const server = started.url
  const first = await signUp({}, server)
  const second = await signUp({ family_name: '早川', first_name: '蓮' }, server)
  await signIn(page, first, server)
  const others = await browser.newPage()
  await signIn(others, second, server)
  await others.goto(`${server}/team`)
  await expect(others.getByText('早川 蓮').first()).toBeVisible()
  await expect(others.getByRole('button', { name: /さんのメニュー$/u })).toHaveCount(0)

  await page.goto(`${server}/team`)
  const menu = page.getByRole('button', { name: '早川 蓮さんのメニュー' }).last()
  await menu.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: '管理者にする' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '早川 蓮さんの利用を停止しますか' })
  const deactivate = dialog.getByRole('button', { name: '停止', exact: true })
  await expect(deactivate).toBeEnabled()
  await deactivate.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('早川 蓮さんの利用を停止しました')).toBeVisible()
  await expect(page.getByRole('button', { name: '停止中のメンバー 1' })).toBeVisible()
  // The other browser is signed out without any action in that browser.
  await expect(others.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()

  await page.keyboard.press('z')
  await expect(page.getByRole('tab', { name: 'メンバー 2' })).toBeVisible()
  const back = await signUp({ family_name: '藤井', first_name: 'ゆかり' }, server)
  await signIn(others, back, server)
  await others.goto(`${server}/team`)
  await expect(others.getByText('藤井 ゆかり').first()).toBeVisible()

  await page.getByRole('button', { name: '藤井 ゆかりさんのメニュー' }).click()
  await page.getByRole('menuitem', { name: '管理者にする' }).click()
  await expect(others.getByText('このチームの管理者になりました。')).toBeVisible()
  // The new administrator's screen is updated, and gets a note. The note moves the cards, so wait for it before opening
  // a menu.
  await expect(others.getByText(/招待なしでチームに参加しました/u)).toBeVisible()
  await others.getByRole('button', { name: '佐伯 美咲さんのメニュー' }).click()
  await others.getByRole('menuitem', { name: '管理者から外す' }).click()
  await expect(others.getByText('佐伯 美咲さんを管理者から外しました')).toBeVisible()
  await expect(page.getByText('このチームの管理者ではなくなりました。')).toBeVisible()
  await expect(page.getByRole('button', { name: '早川 蓮さんのメニュー' })).toHaveCount(0)
  await others.getByRole('tab', { name: '設定' }).click()
  await others.getByLabel('チーム名').fill('予約プロダクト')
  await others.getByRole('button', { name: 'チーム名を保存' }).click()
  await expect(page.getByRole('banner').or(page.locator('aside')).getByText('予約プロダクト')).toBeVisible()
  await page.getByRole('tab', { name: '設定' }).click()
  await expect(page.getByLabel('チーム名')).toBeDisabled()
  await expect(page.getByLabel('チーム名')).toHaveValue('予約プロダクト')
  await others.close()
})
