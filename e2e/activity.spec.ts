import { signIn, signUp } from './members.ts'
import { expect, ownContext, test } from './test.ts'

test('a member posts an insight, and another member likes the insight and removes the like', async ({
  page,
  server,
  browser,
}) => {
  const writer = await signUp({}, server)
  const reader = await signUp({ family_name: '早川', first_name: '蓮' }, server)
  const other = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(other, reader, server)
  const heard = other.waitForResponse('**/api/events*')
  await other.goto(`${server}/?page=activity`)
  await heard

  await signIn(page, writer, server)
  await page.goto(`${server}/?page=activity`)
  await expect(page.getByRole('region', { name: 'チームの動き' })).toContainText('自分がチームに参加')
  await page.keyboard.press('n')
  await page.getByRole('radio', { name: /Try/u }).check()
  await page.getByLabel('内容').fill('  手順を**3行**で添える  ')
  await page.getByLabel('内容').press('Control+Enter')
  await expect(page.getByText('ふりかえりを投稿しました')).toBeVisible()
  await expect(page.getByRole('region', { name: 'チームの動き' })).toContainText('3行')

  // The insight appears on the colleague's open screen without a reload.
  const row = other.getByRole('row').filter({ hasText: '手順を3行で添える' })
  await expect(row).toContainText('Try')
  await expect(row.locator('strong')).toHaveText('3行')
  // Entries of other members are left of the timeline's axis. Their text is still left-aligned.
  const noted = other.getByRole('region', { name: 'チームの動き' }).locator('strong')
  await expect(noted).toHaveCSS('text-align', 'start')
  const like = row.getByRole('button', { name: /いいね/u })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  const ownRow = page.getByRole('row').filter({ hasText: '手順を3行で添える' })
  const own = ownRow.getByRole('button', { name: /いいね/u })
  await expect(own).toHaveText('1')
  await expect(own).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(own).toHaveText('0')
  await other.reload()
  await expect(like).toHaveText('0')

  // Only the author can change the insight, in the table and on the timeline. Every open screen is updated.
  await expect(row.getByRole('button')).toHaveCount(3) // the buttons: like, comments, and take the Try
  await like.click()
  await expect(own).toHaveText('1')
  await ownRow.getByRole('button', { name: '自分のふりかえりの操作' }).press('Enter')
  await page.getByRole('menuitem', { name: '編集' }).press('Enter')
  await expect(page.getByLabel('内容')).toHaveValue('手順を**3行**で添える')
  await page.getByLabel('内容').fill('手順を**1行**で添える')
  await page.getByLabel('内容').press('Control+Enter')
  await expect(page.getByText('ふりかえりを更新しました')).toBeVisible()
  const edited = other.getByRole('row').filter({ hasText: '手順を1行で添える' })
  await expect(edited).toContainText('編集済み')
  await expect(edited.getByRole('button', { name: /いいね/u })).toHaveText('1')

  const timeline = page.getByRole('region', { name: 'チームの動き' })
  await timeline.getByRole('button', { name: '自分のふりかえりの操作' }).click()
  await page.getByRole('menuitem', { name: '削除' }).click()
  await expect(edited).toBeHidden()
  await expect(timeline).not.toContainText('1行')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('ふりかえりを元に戻しました')).toBeVisible()
  await expect(edited).toBeVisible()
  await other.close()
})

test('the retry of an insight whose response was lost adds no second insight', async ({ page, member }) => {
  let lost = 0
  await page.route('**/api/insights/', async (route) => {
    if (route.request().method() !== 'POST' || lost === 2) return route.continue()
    lost++
    await route.fetch()
    return route.abort()
  })
  await page.goto('/?page=activity')
  await page.getByRole('button', { name: 'ふりかえりを書く' }).last().click()
  await page.getByLabel('内容').fill('一度だけ')
  await page.getByRole('button', { name: '投稿する' }).click()
  await expect(page.getByText('未送信').first()).toBeVisible()
  await expect(page.getByText('未送信')).toHaveCount(0)
  expect(lost).toBe(2)
  const { insights } = (await member.call('GET', '/insights/')) as { insights: unknown[] }
  expect(insights).toHaveLength(1)
})

test('a half-written insight survives a reload and the end of the session', async ({ page, member }) => {
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

ownContext('the table shows an insight of a team whose day is ahead of the browser’s', async ({ page, member }) => {
  await page.clock.setFixedTime(Date.now() - 86_400_000)
  await member.call('POST', '/insights/', { type: 'keep', note: '早い時間帯の言葉' })
  await page.goto('/?page=activity')
  await expect(page.getByRole('table', { name: 'ふりかえり' })).toContainText('早い時間帯の言葉')
})

test('the timeline is at most 400 pixels high, and loads more by keyboard', async ({ page, member }) => {
  for (let number = 0; number < 40; number++)
    await member.call('POST', '/insights/', { type: 'keep', note: `続けること ${number}` })
  await page.goto('/?page=activity')
  const timeline = page.getByRole('region', { name: 'チームの動き' })
  await expect(timeline.getByText('続けること 39', { exact: true })).toBeVisible()
  await expect.poll(async () => (await timeline.locator('..').boundingBox())?.height).toBe(400)
  await expect(async () => {
    // The key End scrolls the page instead if the timeline is already at its end and loads more.
    await timeline.scrollIntoViewIfNeeded()
    await timeline.focus()
    await page.keyboard.press('End')
    await expect(timeline.getByText('がチームに参加')).toBeInViewport({ timeout: 2_000 })
  }).toPass()
})

test('the timeline still loads more entries after it was refetched', async ({ page, member }) => {
  for (let number = 0; number < 40; number++)
    await member.call('POST', '/insights/', { type: 'keep', note: `続けること ${number}` })
  const { insights } = (await member.call('GET', '/insights/')) as { insights: { id: string }[] }
  await page.goto('/?page=activity')
  const timeline = page.getByRole('region', { name: 'チームの動き' })
  const likes = page
    .getByRole('table', { name: 'ふりかえり' })
    .getByRole('button', { name: /いいね/u })
    .first()
  await expect(timeline.getByText('続けること 39', { exact: true })).toBeVisible()
  await expect(likes).toHaveText('0')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked = page.waitForRequest('**/api/activity?*')
  const read = page.waitForResponse('**/api/activity?*')
  await page.route('**/api/activity?*', (route) => held.then(() => route.continue()))
  await member.call('PATCH', '/users/me/profile', { family_name: '佐伯', first_name: '美咲', email: member.email })
  await asked
  await member.call('POST', `/insights/${insights[0]!.id}/like`)
  await expect(likes).toHaveText('1') // the like is rendered while the timeline is still being fetched
  release()
  await (await read).finished()
  await timeline.focus()
  await page.keyboard.press('End')
  await expect(timeline.getByText('がチームに参加')).toBeAttached()
})

test('the insight form opens as a sheet from the bottom on a small screen', async ({ page, member }) => {
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
  await expect(page.getByRole('button', { name: 'ふりかえりを書く' }).first()).toBeFocused()
})
