import { invitation } from '#contract/testing/invitations.ts'
import { standIn } from './states.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'

test('a server error shows an id that one press selects; a 4xx error shows none (D8.02)', async ({ page }) => {
  const broken = {
    status: 500,
    json: { code: 'internal', message: 'サーバーで問題が起きました。', request_id: '3f9a0c7be412' },
  }
  const refused = { status: 409, json: { code: 'already_invited', message: '招待済みです。' } }
  const waiting = invitation()
  await standIn(page, {
    'GET /invitations': { json: { invitations: [waiting] } },
    [`POST /invitations/${waiting.id}/resend`]: broken,
    [`DELETE /invitations/${waiting.id}`]: refused,
  })
  await page.goto('/team')
  await page.getByRole('tab', { name: /^招待中/u }).click()
  await page.getByRole('button', { name: /招待を再送$/u }).click()
  const toast = page.locator('[data-toast]').filter({ hasText: 'お問い合わせ番号 3f9a0c7be412' })
  await toast.getByText('3f9a0c7be412').click()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('3f9a0c7be412')
  await page.getByRole('button', { name: /招待を取り消す$/u }).click()
  await page.getByRole('button', { name: '招待を取り消す', exact: true }).click()
  const refusal = page.locator('[role=alert], [data-toast]').filter({ hasText: '招待を取り消せませんでした' })
  await expect(refusal).not.toContainText('お問い合わせ番号')
})
