import { expect, test } from './test.ts'

test('a member invites a person, sends the invitation again and cancels it', async ({ page, member }) => {
  const email = 'chihiro.ogawa@hinode.example'
  await page.goto('/team')
  const members = page.getByRole('list', { name: 'メンバー' })
  await expect(members.getByText(member.email)).toBeVisible()

  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  await page.getByLabel('招待するメールアドレス').fill(` ${email} `)
  await page.getByLabel('役割').selectOption({ label: 'デザイナー' })
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '招待を送る' }).click()
  const toasts = page.getByLabel('お知らせ')
  await expect(
    toasts.getByText(`${email}に招待を送りました`).or(toasts.getByText(`${email}の招待を作成しました`)),
  ).toBeVisible()

  const card = page.getByRole('list', { name: '招待中' }).getByRole('listitem').filter({ hasText: email })
  await expect(card).toContainText('デザイナー')
  await expect(card).toContainText(/\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}まで有効/u)
  await expect(page.getByRole('tab', { name: '招待中 1' })).toBeVisible()
  await page.reload()
  await expect(card).toBeVisible()

  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  await page.getByLabel('招待するメールアドレス').fill(email)
  await page.keyboard.press('Control+Enter')
  const outcomes = page.getByRole('list', { name: '招待の結果' })
  await expect(outcomes).toContainText('招待はすでにあります')
  await expect(outcomes.getByRole('button', { name: `${email}の新しいリンク` })).toBeVisible()
  await page.keyboard.press('Escape')

  await card.getByRole('button', { name: '再送' }).click()
  await expect(
    toasts.getByText(new RegExp(`${email}(に招待を再送しました|の招待リンクを作り直しました)`, 'u')),
  ).toBeVisible()

  const question = page.getByRole('dialog', { name: `${email}への招待を取り消しますか` })
  await card.getByRole('button', { name: '取り消す' }).click()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: '取り消す' }).click()
  await question.getByRole('button', { name: '取り消す' }).click()
  await expect(page.getByText('招待中のユーザーはいません')).toBeVisible()
})

test('the list of five hundred members scrolls and searches without a delay', async ({ page, member }) => {
  const person = (number: number) => ({
    id: `p${number}`,
    first_name: '蓮',
    family_name: `早川${number}`,
    preferred_name: '',
    email: `member-${number}@hinode.example`,
    is_active: true,
    role: 'developer',
  })
  await page.route('**/api/users/?*', (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    return route.fulfill({ json: Array.from({ length: offset < 500 ? 100 : 0 }, (_, index) => person(offset + index)) })
  })
  await page.goto('/team')
  expect(member.email).toBeTruthy()
  await expect(page.getByRole('tab', { name: 'メンバー 500' })).toBeVisible()
  await page.getByRole('searchbox').fill('member-499')
  const list = page.getByRole('list', { name: 'メンバー' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await expect(list.getByRole('listitem')).toHaveCount(500)
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(list.getByRole('listitem').last()).toBeInViewport()
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(tooWide).toBe(0)
})

test('a changed reminder hour and language of the team appear on other screens', async ({ page, member, context }) => {
  await page.goto('/team?tab=settings')
  const hour = (on: typeof page) => on.getByLabel('リマインドの時刻')
  await expect(hour(page)).toHaveValue('10')
  const other = await context.newPage()
  await other.goto('/team?tab=settings')
  await expect(hour(other)).toHaveValue('10')
  await page.bringToFront()
  await hour(page).selectOption('16:00')
  await page.getByLabel('チームへのメッセージの言語').selectOption('Deutsch')
  await expect
    .poll(async () => (await member.call('GET', '/users/me')) as object)
    .toMatchObject({ team: { reminder_hour: 16, language: 'de' } })
  await expect(hour(other)).toHaveValue('16')
  await page.reload()
  await expect(hour(page)).toHaveValue('16')
  await expect(page.getByLabel('チームへのメッセージの言語')).toHaveValue('de')
})
