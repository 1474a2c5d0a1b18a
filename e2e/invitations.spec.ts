import { randomUUID } from 'node:crypto'
import { mailTo, linkIn } from './mailbox.ts'
import { expect, test } from './test.ts'

test('a person invited by email signs up by the link and joins the team', async ({
  page,
  member,
  browser,
  baseURL,
}) => {
  const email = `shiori-${randomUUID()}@example.com`
  await page.goto('/team')
  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  await page.getByLabel('招待するメールアドレス').fill(email)
  await page.getByRole('button', { name: '招待を送る' }).click()
  const mail = await mailTo(email, /招待/u)
  expect(mail.text).toContain(member.name)

  const context = await browser.newContext({ baseURL: baseURL!, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const invited = await context.newPage()
  await invited.goto('/login')
  await invited.goto(linkIn(mail))
  await expect(invited.getByText(email)).toBeVisible()
  await invited.getByLabel('姓', { exact: true }).fill('松本')
  await invited.getByLabel('名', { exact: true }).fill('栞')
  await invited.getByLabel(/^パスワード(?!\()/u).fill('asanoasa')
  await invited.getByLabel('パスワード(確認)').fill('asanoasa')
  await invited.getByRole('checkbox').check()
  await invited.getByRole('button', { name: 'アカウントを作成' }).click()
  await expect(invited.getByRole('button', { name: '松本 栞' })).toBeVisible()
  expect(new URL(invited.url()).pathname).toBe('/')
  await invited.goBack()
  await expect(invited).not.toHaveURL(/invitation/u)

  // The inviter's open screen is updated without a reload.
  await page.getByRole('tab', { name: /^メンバー/u }).click()
  await expect(page.getByRole('list', { name: 'メンバー' })).toContainText('松本 栞')
  await invited.goto(linkIn(mail))
  await expect(invited.getByRole('heading', { name: '招待が無効です' })).toBeVisible()
  await context.close()
})

test('the retry of an invitation whose response was lost sends no second email', async ({ page, member }) => {
  const email = `shiori-${randomUUID()}@example.com`
  let lost = false
  await page.route(/\/api\/invitations\/?$/u, async (route) => {
    if (route.request().method() !== 'POST' || lost) return route.continue()
    lost = true
    await route.fetch() // the server has the request, but its response is lost
    return route.abort()
  })
  await page.goto('/team')
  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  await page.getByLabel('招待するメールアドレス').fill(email)
  await page.getByRole('button', { name: '招待を送る' }).click()
  await expect(page.getByText('招待を送れませんでした')).toBeVisible()
  await page.getByRole('button', { name: '招待を送る' }).click()
  await expect(page.getByText(`${email}に招待を送りました`)).toBeVisible()
  const { invitations } = (await member.call('GET', '/invitations')) as { invitations: unknown[] }
  expect(invitations).toHaveLength(1)
})
