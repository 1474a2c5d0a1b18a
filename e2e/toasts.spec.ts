import { expect, test } from './test.ts'

test('the sign-in page fetches how a toast looks with the first one', async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Googleでログイン' })
  await expect(google).toBeEnabled()
  const toast = page.getByRole('region', { name: 'お知らせ' }).getByRole('status')

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
