import type { Page, Route } from '@playwright/test'
import type { Insight, Insights } from '#contract/insights.ts'
import type { AccessTokens } from '#contract/tokens.ts'
import { dateOf, type Member } from './members.ts'
import { stored } from './stored.ts'
import { expect, ownContext, test } from './test.ts'

// Each test repeats steps in which typed text was once lost.

const insightsOf = async ({ call }: Member) =>
  ((await call('GET', '/insights/')) as Insights).insights.map(({ type, note }) => `${type}: ${note}`).toSorted()

const addInsight = ({ call }: Member, type: string, note: string) =>
  call('POST', '/insights/', { type, note }) as Promise<Insight>

const editInsight = async (page: Page, words: string) => {
  const row = page.getByRole('row').filter({ hasText: words })
  await row.getByRole('button', { name: '自分のふりかえりの操作' }).click()
  await page.getByRole('menuitem', { name: '編集' }).last().click()
}

test('an insight that is edited directly after another one shows and saves its own text', async ({ page, member }) => {
  await addInsight(member, 'keep', 'X: pairing on Fridays works')
  await addInsight(member, 'problem', 'Y: the deploy takes 40 minutes')
  await page.goto('/?page=activity')
  await editInsight(page, 'X: pairing')
  await expect(page.getByLabel('内容')).toHaveValue('X: pairing on Fridays works')
  await editInsight(page, 'Y: the deploy')
  await expect(page.getByLabel('内容')).toHaveValue('Y: the deploy takes 40 minutes')
  await expect(page.locator('input[value="problem"]')).toBeChecked()
  await page.getByLabel('内容').press('End')
  await page.keyboard.type(' still')
  await page.getByRole('button', { name: /^更新する/u }).click()
  await expect
    .poll(() => insightsOf(member))
    .toEqual(['keep: X: pairing on Fridays works', 'problem: Y: the deploy takes 40 minutes still'])
})

test('an edited insight and a new one do not change each other', async ({ page, member }) => {
  await addInsight(member, 'try', 'Z: one review a day')
  await page.goto('/?page=activity')
  await page.getByRole('row').filter({ hasText: 'Z: one review' }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('内容').fill('a brand-new insight that I am writing')
  await editInsight(page, 'Z: one review')
  await expect(page.getByLabel('内容')).toHaveValue('Z: one review a day')
  await page.getByLabel('内容').fill('Z: two reviews a day')
  await page.getByRole('button', { name: /^更新する/u }).click()
  await expect.poll(() => insightsOf(member)).toEqual(['try: Z: two reviews a day'])
  await page
    .getByRole('button', { name: /^続きを書く/u })
    .last()
    .click()
  await expect(page.getByLabel('内容')).toHaveValue('a brand-new insight that I am writing')
})

const fields = (page: Page) =>
  page
    .locator('[data-panel] textarea')
    .evaluateAll((all) => Object.fromEntries((all as HTMLTextAreaElement[]).map((one) => [one.name, one.value])))

async function refused(page: Page, yesterday: string) {
  await page.goto('/')
  await page.getByRole('button', { name: '日報を書く' }).last().click()
  await page.getByLabel('昨日やったこと').fill(yesterday)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('入力してください').first()).toBeVisible()
}

test('text typed into the first invalid field after a rejected submit stays there', async ({
  page,
  member: _member,
}) => {
  await refused(page, '')
  await expect(page.getByLabel('昨日やったこと')).toBeFocused()
  await page.keyboard.type('abcdef design review')
  expect(await fields(page)).toMatchObject({ yesterday_work: 'abcdef design review', today_plan: '' })
})

test('text typed into another field after a rejected submit stays there', async ({ page, member: _member }) => {
  await refused(page, '設計')
  await page.getByLabel('困っていること').click()
  await page.keyboard.type('waiting for the test server')
  expect(await fields(page)).toMatchObject({ today_plan: '', issues: 'waiting for the test server' })
})

test('an input method’s conversion after a rejected submit ends in the field where it began', async ({
  page,
  context,
  member: _member,
}) => {
  await refused(page, '')
  const devtools = await context.newCDPSession(page)
  for (const text of ['s', 'せ', 'せk', 'せっ', 'せっけ', 'せっけい', '設計'])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await devtools.send('Input.insertText', { text: '設計' })
  expect(await fields(page)).toMatchObject({ yesterday_work: '設計', today_plan: '' })
})

test('a half-filled profile form keeps its text after a change of the language', async ({ page, member: _member }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'プロフィールを編集' }).click()
  await page.getByLabel('名', { exact: true }).fill('半分だけ')
  await page.getByRole('tab', { name: '言語' }).click()
  await page.getByLabel('表示する言語').selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('tab').first().click()
  await expect(page.locator('input[name="first_name"]')).toHaveValue('半分だけ')
})

for (const [failure, fail] of [
  ['has no response', (route: Route) => route.abort()],
  ['is answered by 503', (route: Route) => route.fulfill({ status: 503 })],
] as const)
  test(`a member who saves their profile stays signed in if the next request ${failure}`, async ({
    page,
    member: _member,
  }) => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'プロフィールを編集' }).click()
    await page.getByLabel('表示名').fill('みさき')
    await page.route('**/api/users/me', fail, { times: 1 })
    await page.getByRole('button', { name: '保存する' }).click()
    await expect(page.getByText('ユーザー情報を更新しました')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /^みさき/u })).toBeVisible()
  })

test('a half-typed team name stays in its field if the team is renamed elsewhere', async ({ page, member }) => {
  await page.goto('/team?tab=settings')
  const name = page.getByLabel('チーム名')
  await name.fill('半分の名')
  await member.call('PATCH', '/teams/me', { name: '日の出開発' })
  await page.reload()
  await expect(name).toHaveValue('半分の名')
  await expect(page.getByText('編集している間に、別の場所で変更されました')).toBeVisible()
  await page.getByRole('button', { name: 'この内容を残す' }).click()
  await page.getByRole('button', { name: 'チーム名を保存' }).click()
  await expect(page.getByText('チーム名を保存しました')).toBeVisible()
})

test('the retry after a lost response creates no second access token', async ({ page, member }) => {
  await page.goto('/settings?tab=access')
  await page.getByRole('button', { name: '発行する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名前').fill('cron')
  let lost = 0
  await page.route('**/api/tokens', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.fallback()
    await route.fetch()
    await route.abort('timedout')
  })
  await dialog.getByRole('button', { name: '発行する' }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  const marked = page.waitForResponse((response) => response.url().endsWith('/read'))
  await page.evaluate(
    ({ date }) => {
      const user = JSON.parse(atob(localStorage.getItem('daily_standup_token')!.split('.')[1]!)) as { sub: string }
      const mark = { ids: [], date, read: true, wholeDay: true }
      const entry = { id: 'mark', kind: 'reads', lane: `reads:${date}`, work: mark }
      localStorage.setItem(`asakai_outbox:${user.sub.toLowerCase()}:${entry.id}`, JSON.stringify(entry))
      window.dispatchEvent(new Event('asakai_storage_changed'))
    },
    { date: dateOf() },
  )
  await marked
  await dialog.getByRole('button', { name: '発行する' }).click()
  await expect(page.getByRole('button', { name: /^コピー/u }).first()).toBeVisible()
  const { tokens } = (await member.call('GET', '/tokens')) as AccessTokens
  expect(tokens.map((token) => token.name)).toEqual(['cron'])
})

test('quick typing of 150 characters in the search changes the URL fewer than 40 times', async ({
  page,
  member: _member,
}) => {
  await page.addInitScript(() => {
    const { replaceState } = history
    Object.assign(window, { replaced: 0 })
    history.replaceState = function (...state) {
      Object.assign(window, { replaced: Reflect.get(window, 'replaced') + 1 })
      return replaceState.apply(this, state)
    }
  })
  await page.goto('/search')
  const field = page.getByRole('searchbox')
  await field.focus()
  const before = await page.evaluate(() => Reflect.get(window, 'replaced') as number)
  const words = 'deploy plan '.repeat(13).slice(0, 150)
  await page.keyboard.type(words)
  await expect(field).toHaveValue(words)
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(words)
  const after = await page.evaluate(() => Reflect.get(window, 'replaced') as number)
  expect(after - before).toBeLessThan(40)
})

ownContext('nothing of the team is stored after a logout', async ({ page, member }) => {
  await member.report({ today_plan: 'チームの計画' })
  await page.goto('/')
  await expect(page.getByRole('table', { name: 'メンバーの日報' })).toContainText('チームの計画')
  await expect.poll(() => stored(page)).toContain('チームの計画')
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...words) {
      if (!localStorage.getItem('daily_standup_token')) console.error('Something is stored after the logout')
      return put.apply(this, words)
    }
  })
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  await expect.poll(() => stored(page)).toBe('[]')
})
