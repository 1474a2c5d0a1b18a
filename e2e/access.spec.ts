import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dateOf, signIn, signUp } from './members.ts'
import { expect, test } from './test.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const openLeave = (page: Page) => page.getByRole('button', { name: '削除に進む' }).click()
const leave = (page: Page) =>
  page.getByRole('dialog', { name: 'アカウントを削除する' }).getByRole('button', { name: 'アカウントを削除する' })

test('a member sees a session on another device, and ends that session at once', async ({ page, browser, member }) => {
  await page.goto('/settings?tab=access')
  await expect(page.getByText('このブラウザ · 使用中')).toBeVisible()

  const elsewhere = await browser.newPage({ locale: 'ja-JP', userAgent: windows })
  await elsewhere.goto(new URL('/login', page.url()).href)
  await elsewhere.getByLabel('メールアドレス').fill(member.email)
  await elsewhere.getByLabel('パスワード').fill(member.password)
  await elsewhere.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(elsewhere.getByRole('button', { name: member.name })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Firefox · Windowsからログアウト' }).click()
  await expect(page.getByText('Firefox · Windowsからログアウトしました')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Firefox · Windowsからログアウト' })).toHaveCount(0)
  await expect(elsewhere).toHaveURL(/\/login$/u)
  await elsewhere.close()
})

test('a member downloads their own texts as a ZIP file', async ({ page, member }) => {
  await member.report()
  await page.goto('/settings?tab=access')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '書き出す' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('asakai.zip')
  const file = await readFile(await download.path())
  expect(file.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(file.includes('profile.json')).toBe(true)
})

test('an assistant can store a draft of a report until its access token is revoked', async ({
  page,
  member: _signedIn,
}) => {
  await page.goto('/settings?tab=access')
  await page.getByRole('button', { name: '発行する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名前').fill('朝の下書き')
  await dialog.getByRole('radio', { name: /読み書き/u }).check()
  await dialog.getByRole('button', { name: '発行する' }).click()
  const token = await page.getByRole('textbox', { name: '「朝の下書き」のトークンです' }).inputValue()
  const draft = (today_plan: string) =>
    page.request.post('/api/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'draft_report', arguments: { date: dateOf(), today_plan } },
      },
    })

  const heard = page.waitForResponse('**/api/events*')
  await page.goto('/')
  await heard
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  const plan = page.getByRole('textbox', { name: /^今日やること/u })
  await expect(plan).toHaveValue('')
  expect((await draft('予約画面の実装')).status()).toBe(200)
  await expect(plan).toHaveValue('予約画面の実装')

  await page.goto('/settings?tab=access')
  await expect(page.getByText(/^読み書き · .*最終使用 .+$/u)).toBeVisible()
  await page.getByRole('button', { name: '朝の下書きを失効させる' }).click()
  await dialog.getByRole('button', { name: '失効させる' }).click()
  await expect(page.getByText('朝の下書きを失効させました')).toBeVisible()
  expect((await draft('もう一度')).status()).toBe(401)
})

test('the reports of a member who leaves can stay, with the member’s name', async ({ page, server, browser }) => {
  const colleague = await signUp({}, server)
  const leaver = await signUp({ family_name: '早川', first_name: '蓮' }, server)
  await leaver.report({ today_plan: '引き継ぎの資料をまとめる' })

  await signIn(page, leaver, server)
  await page.goto(`${server}/settings?tab=access`)
  await openLeave(page)
  await expect(page.getByRole('radio', { name: /日報を残す/u })).toBeChecked()
  await page.getByRole('dialog').getByLabel('パスワード').fill(leaver.password)
  await leave(page).click()
  await expect(page).toHaveURL(`${server}/login`)
  await expect(page.getByText('アカウントを削除しました')).toBeVisible()

  const others = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(others, colleague, server)
  await others.goto(`${server}/`)
  const row = others.getByRole('row').filter({ hasText: '引き継ぎの資料をまとめる' })
  await expect(row).toContainText('早川 蓮')
  await others.close()
})

test('the dialog for leaving the team works by keyboard up to its last step', async ({ page, member: _member }) => {
  await page.goto('/settings?tab=access')
  const way = page.getByRole('button', { name: '削除に進む' })
  await way.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'アカウントを削除する' })
  const keep = dialog.getByRole('radio', { name: /日報を残す/u })
  const erase = dialog.getByRole('radio', { name: /日報も削除する/u })
  await expect(keep).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(erase).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(keep).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('パスワード')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: '入力した文字を表示' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'キャンセル' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(leave(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(way).toBeFocused()
})
