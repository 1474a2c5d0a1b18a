import { signIn, signUp } from './members.ts'
import { startServer } from './server.ts'
import { expect, test } from './test.ts'

/** A server whose members are all of one team. */
const joined = test.extend<object, { server: string }>({
  server: [
    // Playwright reads the fixtures a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { url, stop } = await startServer({ SIGNUP: 'join' })
      await provide(url)
      await stop()
    },
    { scope: 'worker' },
  ],
})

joined('one member posts an insight, another likes it and takes the like back', async ({ page, server, browser }) => {
  const writer = await signUp({}, server)
  const reader = await signUp({ family_name: '早川', first_name: '蓮' }, server)
  const other = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(other, reader, server)
  const heard = other.waitForResponse('**/api/events')
  await other.goto(`${server}/?page=activity`)
  await heard

  await signIn(page, writer, server)
  await page.goto(`${server}/?page=activity`)
  await expect(page.getByRole('region', { name: 'チームの動き' })).toContainText('自分 がチームに参加')
  await page.keyboard.press('n')
  await page.getByRole('radio', { name: /Try/u }).check()
  await page.getByLabel('内容').fill('  手順を**3行**で添える  ')
  await page.getByLabel('内容').press('Control+Enter')
  await expect(page.getByText('ふりかえりを投稿しました')).toBeVisible()
  await expect(page.getByRole('region', { name: 'チームの動き' })).toContainText('3行')

  // It appears on the open screen of the other by itself.
  const row = other.getByRole('row').filter({ hasText: '手順を3行で添える' })
  await expect(row).toContainText('Try')
  await expect(row.locator('strong')).toHaveText('3行')
  const like = row.getByRole('button', { name: /いいね/u })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  const own = page.getByRole('row').filter({ hasText: '手順を3行で添える' }).getByRole('button')
  await expect(own).toHaveText('1')
  await expect(own).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(own).toHaveText('0')
  await other.reload()
  await expect(like).toHaveText('0')
  await other.close()
})

test('a half-written insight survives a reload and a lost session', async ({ page, member }) => {
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  await page.getByRole('radio', { name: /Problem/u }).check()
  await page.getByLabel('内容').fill('書きかけの言葉')
  await page.evaluate(() => localStorage.removeItem('daily_standup_token'))
  await page.evaluate(() => localStorage.removeItem('refresh_token'))
  await page.reload()
  await expect(page.getByLabel('パスワード', { exact: true })).toBeVisible()
  await signIn(page, member)
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: '続きを書く' }).click()
  await expect(page.getByLabel('内容')).toHaveValue('書きかけの言葉')
  await expect(page.getByRole('radio', { name: /Problem/u })).toBeChecked()
  await page.getByRole('button', { name: '投稿する' }).click()
  await expect(page.getByRole('table', { name: 'ふりかえり' })).toContainText('書きかけの言葉')
  await page.reload()
  await expect(page.getByRole('table', { name: 'ふりかえり' })).toContainText('書きかけの言葉')
  await expect(page.getByText('書きかけのふりかえりがあります')).toBeHidden()
})

test('an insight stands in the table also where the team has tomorrow already', async ({ page, member }) => {
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  await page.goto('/?page=activity')
  await expect(page.getByRole('table', { name: 'ふりかえり' })).toContainText('早い時間帯の言葉')
})

test('the timeline is 400 high at the most, and reads on by the keyboard', async ({ page, member }) => {
  for (let number = 0; number < 40; number++)
    await member.call('POST', '/insights/', { type: 'keep', note: `続けること ${number}` })
  await page.goto('/?page=activity')
  const timeline = page.getByRole('region', { name: 'チームの動き' })
  await expect(timeline.getByText('続けること 39', { exact: true })).toBeVisible()
  await expect.poll(async () => (await timeline.locator('..').boundingBox())?.height).toBe(400)
  await timeline.focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(timeline.getByText('がチームに参加')).toBeInViewport({ timeout: 500 })
  }).toPass()
})

test('on a small screen the panel is a sheet from below', async ({ page, member }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?page=activity')
  await expect(page.getByRole('region', { name: 'チームの動き' })).toContainText('自分')
  expect(member.name).not.toBe('')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  const sheet = page.getByRole('dialog', { name: 'ふりかえりを書く' })
  await expect(sheet.getByLabel('内容')).toBeFocused()
  await expect(async () => {
    const box = (await sheet.boundingBox())!
    expect(box.y + box.height).toBeCloseTo(844, 0)
    expect(box.height).toBeLessThanOrEqual(0.88 * 844 + 1)
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'ふりかえりを書く' }).last()).toBeFocused()
})
