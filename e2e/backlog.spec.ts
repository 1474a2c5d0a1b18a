import { startTracker, type Tracker } from '../server/testing/tracker.ts'
import { signIn, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { expect, test } from './test.ts'
import { chooseService } from './services.ts'

let tracker: Tracker
let server: Server

/** Starts a server that allows a tracker in the internal network. */
test.beforeAll(async () => {
  tracker = await startTracker()
  server = await startServer({ TRACKER_ORIGINS: tracker.url })
})
test.afterAll(async () => {
  await server.stop()
  await tracker.close()
})

test('after a member connects Jira, its issues appear in the report and on the dashboard', async ({ page }) => {
  tracker.issues = [
    { id: 212, title: '予約画面の文言', updatedAt: '2026-10-20T00:00:00Z', priority: 'High' },
    { id: 213, title: '<b>メールの件名</b>', updatedAt: '2026-10-19T00:00:00Z' },
  ]
  await signIn(page, await signUp({}, server.url), server.url)

  await page.goto(`${server.url}/settings?tab=user-info`)
  await chooseService(page, 'Jira')
  const dialog = page.getByRole('dialog')
  const fill = async (domain: string, token: string) => {
    await dialog.getByLabel('ドメイン').fill(domain)
    await dialog.getByLabel('メールアドレス').fill('misaki@example.com')
    await dialog.getByLabel('APIトークン', { exact: false }).first().fill(token)
    await dialog.getByRole('button', { name: '接続する' }).click()
  }
  await fill('hinode.atlassian.net.evil.example', tracker.key)
  await expect(dialog.getByText('正しく入力してください')).toBeVisible()
  await expect(dialog.getByLabel('ドメイン')).toBeFocused()
  await fill(tracker.url, 'wrong')
  await expect(dialog.locator('form').getByRole('alert')).toContainText('Jiraがこの接続を受け付けません')
  await fill(`${tracker.url}/jira/your-work`, tracker.key)
  await expect(page.locator('[data-toast]').filter({ hasText: 'Jiraに接続しました' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: new URL(tracker.url).host })).toBeVisible()

  await page.goto(`${server.url}/settings?tab=backlog-settings`)
  await page.getByRole('button', { name: 'Jiraから取り込む' }).click()
  await expect(page.getByText('Jiraの課題を取り込みました。新規2件、更新0件、完了0件')).toBeVisible()
  await expect(page.getByText(/最後の取り込み/u)).toBeVisible()

  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('list', { name: 'Jira' })).toContainText('HIN-212')
  await page.goto(server.url)
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByRole('button', { name: /予約画面の文言/u }).click()
  await expect(page.getByLabel('今日やること')).toHaveValue('予約画面の文言')
  await expect(page.getByRole('button', { name: /<b>メールの件名<\/b>/u })).toBeVisible()

  // A closed issue disappears from the backlog. A failed import then keeps the other issues.
  tracker.issues = tracker.issues.slice(0, 1)
  await page.goto(`${server.url}/settings?tab=backlog-settings`)
  const read = page.getByRole('button', { name: 'Jiraから取り込む' })
  await read.click()
  await expect(page.getByText('Jiraの課題を取り込みました。新規0件、更新0件、完了1件')).toBeVisible()
  tracker.key = 'taken back'
  await read.click()
  await expect(page.getByText(/の取り込みは失敗しました。Jiraがこの接続を受け付けません/u)).toBeVisible()
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('list', { name: 'Jira' })).toContainText('HIN-212')

  await page.goto(`${server.url}/settings?tab=user-info`)
  await page.getByRole('button', { name: 'Jiraの接続を解除' }).click()
  await expect(page.locator('[data-toast]').filter({ hasText: '解除しました' })).toBeVisible()
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByText('課題を取り込むと、ここに並びます。')).toBeVisible()
})
