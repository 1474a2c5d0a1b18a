import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, openApp, problem, tokenFor } from '../../testing/app.tsx'

const call = 'POST /auth/not-me'
const check = 'POST /auth/not-me/check'
const alerted_at = '2026-10-23T03:03:00.000Z'
const changed = (at: string, kind: string, name: string, is_undone = true) => ({
  at: `2026-10-23T03:0${at}:00.000Z`,
  kind,
  name,
  is_undone,
})
const found = (...changes: ReturnType<typeof changed>[]) => ({
  [check]: ({ body }: { body: unknown }) => {
    const { from = '' } = body as { from?: string }
    return { status: 200, body: { alerted_at, changes: changes.filter(({ at }) => at >= from) } }
  },
})
const one = found(changed('3', 'token', '夜間バックアップ'))
const heading = (name: string) => screen.findByRole('heading', { name })
const button = () => screen.findByRole('button', { name: '変更を取り消す' })

test('opening the link of an alert changes nothing, and the button undoes the change', async () => {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const { sent, user } = await openApp('/not-me?token=abc', {
    ...one,
    [call]: { status: 200, body: { reset_token: 'next' } },
    'POST /auth/password-reset/check': { status: 204 },
  })
  await heading('心当たりのない変更を取り消す')
  const take = await button()
  expect(sent.map((each) => each.call)).not.toContain(call)
  await user.click(take)
  await heading('新しいパスワードを設定')
  expect(sent.filter((each) => each.call === call)).toMatchObject([{ body: { token: 'abc' } }])
  expect(location.pathname + location.search).toBe('/password-reset?token=next')
  expect(localStorage.getItem('daily_standup_token')).toBeNull()
})

test('the page lists each unrecognized change, and undoes those from the chosen one on', async () => {
  const { sent, user } = await openApp('/not-me?token=abc', {
    ...found(
      changed('1', 'webhook', 'example.com'),
      changed('2', 'administrator', '共犯 直樹'),
      changed('2', 'joined', 'stranger@example.com', false),
      changed('3', 'token', '夜間バックアップ'),
      changed('4', 'passkey', '鍵'),
    ),
    [call]: { status: 200, body: { reset_token: 'next' } },
    'POST /auth/password-reset/check': { status: 204 },
  })
  const choices = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ checked, labels }) => [checked, labels![0]!.textContent])).toEqual([
    [true, 'Webhookの追加・変更: example.com2026/10/23 12:01'],
    [false, '共犯 直樹さんを管理者に変更2026/10/23 12:02'],
    [false, 'アクセストークン「夜間バックアップ」の発行2026/10/23 12:03'],
  ])
  const lists = screen.getAllByRole('region').map(({ textContent }) => textContent)
  expect(lists[0]).toBe('取り消す変更パスキー「鍵」の追加2026/10/23 12:04')
  expect(lists[1]).toMatch(/^取り消せない変更stranger@example.comが招待でチームに参加2026\/10\/23 12:02/u)
  await user.click(choices[1]!)
  expect(choices[0]!.labels![0]!.textContent).toMatch(/残ります$/u)
  await user.click(await button())
  await heading('新しいパスワードを設定')
  const asked = sent.filter((each) => each.call === call)
  expect(asked).toMatchObject([{ body: { token: 'abc', from: '2026-10-23T03:02:00.000Z' } }])
})

test('the page lists the people who signed up meanwhile, with a link to the members', async () => {
  await openApp(
    '/not-me?token=abc',
    found(
      changed('1', 'team-opened', ''),
      changed('2', 'more-signed-up', '3', false),
      changed('3', 'signed-up', '見知らぬ 直樹', false),
    ),
  )
  const list = (await screen.findAllByRole('region')).at(-1)!.textContent
  expect(list).toContain('ほかに招待なしで参加した人: 3人')
  expect(list).toContain('見知らぬ 直樹さんが招待なしでチームに参加')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'チームのメンバーを見る' })
  expect(new URL(link.href).pathname).toBe('/team')
})

test('the page marks the unrecognized changes that stay, depending on the chosen one', async () => {
  const [first, second, third] = [
    changed('1', 'administrator', '佐伯 直樹'),
    changed('2', 'webhook', 'example.com'),
    changed('3', 'token', '夜間バックアップ'),
  ]
  const answer = (...changes: object[]) => ({ status: 200, body: { alerted_at, changes } })
  const { sent, user } = await openApp('/not-me?token=abc', {
    [check]: ({ body }) => ((body as { from?: string }).from ? answer(third) : answer(first, second, third)),
  })
  const choices = await screen.findAllByRole<HTMLInputElement>('radio')
  await user.click(choices[1]!)
  await screen.findByText(/12:02.*残ります$/u)
  expect(sent.findLast((each) => each.call === check)?.body).toEqual({ token: 'abc', from: second.at })
  expect(choices[2]!.labels![0]!.textContent).not.toMatch(/残ります/u)
})

test('the page offers a retry if the unrecognized changes cannot be loaded', async () => {
  let answer: Answer = problem(503, 'database_unavailable', '少し待ってください。')
  const { user } = await openApp('/not-me?token=abc', { [check]: () => answer })
  await heading('変更を確認できませんでした')
  answer = one[check]({ body: {} })
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }))
  await heading('心当たりのない変更を取り消す')
})

test('a used link of an alert says so before anything is pressed', async () => {
  await openApp('/not-me?token=abc', { [check]: problem(400, 'link_invalid', '無効です。') })
  await heading('このリンクは使えません')
})

test("a press on the button says that the alert's link was already used", async () => {
  const { user } = await openApp('/not-me?token=abc', { ...one, [call]: problem(400, 'link_invalid', '無効です。') })
  await user.click(await button())
  await heading('このリンクは使えません')
  await user.click(screen.getByRole('link', { name: 'ログインへ戻る' }))
  await heading('おはようございます')
})

test("an alert's link without a token says that it cannot be used", async () => {
  await openApp('/not-me')
  await heading('このリンクは使えません')
})

test('the page says that an address was not restored because another account has it now', async () => {
  const { user } = await openApp('/not-me?token=abc', {
    ...one,
    [call]: problem(409, 'email_taken', '使われています。'),
  })
  await user.click(await button())
  await heading('元のメールアドレスには戻せませんでした')
})

test('a press loads the unrecognized changes again if the server was unavailable', async () => {
  let answer: Answer = problem(503, 'database_unavailable', '少し待ってください。')
  const { user } = await openApp('/not-me?token=abc', {
    ...one,
    [call]: () => answer,
    'POST /auth/password-reset/check': { status: 204 },
  })
  await user.click(await button())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^変更を取り消せませんでした.*3f9a0c7be412$/u)
  answer = { status: 200, body: { reset_token: 'next' } }
  await user.click(await button())
  await heading('新しいパスワードを設定')
})
