import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import type { Registration } from '#contract/users.ts'
import type { Purpose } from '#server/access/email-links/sql.ts'
import { mailTo, linkIn } from './mailbox.ts'
import { type Member, signUp } from './members.ts'
import { type Server, startServer } from './server.ts'
import { openRows } from './stored-rows.ts'
import { expect, test } from './test.ts'

// Mail scanners open links and run the scripts of the pages. A scanner must not change anything (E1.03).
test.describe.configure({ mode: 'default' })

type Rows = Awaited<ReturnType<typeof openRows>>
type Open = Server & { rows: Rows }
let open: Open // on this server, a sign-up creates the member at once
let byLink: Open // on this server, the emailed link creates the member

test.beforeAll(async () => {
  const started = async (settings: Record<string, string>) => {
    const server = await startServer((url) =>
      Promise.resolve({ SMTP_URL: process.env['ASAKAI_SMTP']!, PUBLIC_URL: url, SIGNUP: 'join', ...settings }),
    )
    return { ...server, rows: await openRows(server.dataDir) }
  }
  ;[open, byLink] = await Promise.all([started({}), started({ SIGNUP_DOMAINS: 'example.com' })])
})
test.afterAll(async () => {
  for (const server of [open, byLink]) {
    await server.rows.close()
    await server.stop()
  }
})

const newEmail = () => `link-${randomUUID()}@example.com`
const profile = { first_name: '美咲', family_name: '佐伯', preferred_name: '' }
const chosen = { new_password: 'torimodoshita', confirm_password: 'torimodoshita' }

/** The first member is the administrator. */
let administrator: Member | undefined
async function newMember() {
  administrator ??= await signUp({ family_name: '管理', first_name: '担当' }, open.url)
  return signUp({}, open.url)
}
const linkTo = async (email: string, subject: RegExp) => linkIn(await mailTo(email, subject))

/** Signs up on the server where the emailed link creates the account. */
async function signUpByLink() {
  const sent: Registration = { ...profile, email: newEmail(), password: 'a stranger chose it' }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${byLink.url}/api/onboarding`, { method: 'POST', headers, body: JSON.stringify(sent) })
  const logIn = async () => {
    const body = JSON.stringify({ username: sent.email, password: sent.password })
    return (await fetch(`${byLink.url}/api/auth/login`, { method: 'POST', headers, body })).status
  }
  return { sent, logIn, link: await linkTo(sent.email, /登録を完了/u) }
}

type Made = { link: string; shows: RegExp; on?: 'byLink' }
type Kind = Exclude<Purpose, 'email-proof'> | 'sign-up' | 'account' | 'new-address' | 'invitation'

/** Functions that each create an unused link of one kind. `shows`: the heading of the link's page. */
const links: Record<Kind, () => Promise<Made>> = {
  'sign-up': async () => ({ link: (await signUpByLink()).link, shows: /メールアドレスの確認/u, on: 'byLink' }),
  account: async () => {
    const { email } = await newMember()
    return { link: await linkTo(email, /確認/u), shows: /メールアドレスの確認/u }
  },
  'new-address': async () => {
    const member = await newMember()
    const email = newEmail()
    await member.call('PATCH', '/users/me/profile', { ...profile, email })
    return { link: await linkTo(email, /新しいメールアドレス/u), shows: /メールアドレスの確認/u }
  },
  'password-reset': async () => {
    const { call, email } = await newMember()
    await call('POST', '/auth/password-reset', { email })
    return { link: await linkTo(email, /再設定/u), shows: /新しいパスワードを設定/u }
  },
  'password-link': async () => {
    const { call } = await newMember()
    const { id } = (await call('GET', '/users/me')) as { id: string }
    const { url } = (await administrator!.call('POST', `/users/${id}/password-link`)) as { url: string }
    return { link: url, shows: /新しいパスワードを設定/u }
  },
  'not-me': async () => {
    const { call, email } = await newMember()
    await call('PATCH', '/users/me/password', chosen)
    return { link: await linkTo(email, /パスワードが変更/u), shows: /心当たりのない変更/u }
  },
  invitation: async () => {
    const { call } = await newMember()
    const email = newEmail()
    await call('POST', '/invitations/', { email })
    return { link: await linkTo(email, /招待/u), shows: /./u }
  },
}

/** Opens a page as a mail scanner does: with scripts, twice, until there are no more requests. */
async function scan(browser: Browser, link: string, shows: RegExp) {
  const context = await browser.newContext({ locale: 'ja-JP' })
  const page = await context.newPage()
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(shows)
    await page.waitForLoadState('networkidle')
  }
  const stored = await page.evaluate(() => localStorage.getItem('daily_standup_token'))
  await context.close()
  return stored
}

/** Reads the rows when the server has finished what a sign-up causes after its response, such as counting emails. */
async function settled(rows: Rows) {
  let last: unknown
  const isQuiet = async () => isDeepStrictEqual(last, (last = await rows.read()))
  await expect.poll(isQuiet, { intervals: [500] }).toBe(true)
  return last
}

for (const [kind, make] of Object.entries(links))
  test(`opening an emailed link changes nothing before a press on its button: ${kind}`, async ({ browser }) => {
    const { link, shows, on } = await make()
    const { rows } = on === 'byLink' ? byLink : open
    const before = await settled(rows)
    expect(await scan(browser, link, shows)).toBeNull()
    expect(await rows.read()).toEqual(before)
  })

test('a stranger cannot log in after a mail scanner has opened the link to their sign-up', async ({ browser }) => {
  const { logIn, link } = await signUpByLink()
  await scan(browser, link, /メールアドレスの確認/u)
  expect(await logIn()).toBe(401)
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the owner of an address sees who signed up with it, and can delete the sign-up', async ({ browser }) => {
  const { sent, logIn, link } = await signUpByLink()
  const context = await browser.newContext({ locale: 'ja-JP' })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText(`佐伯 美咲さんが、別のブラウザから${sent.email}で登録`)).toBeVisible()
  const before = await byLink.rows.read()
  await press(page, '心当たりがない')
  await expect(page.getByRole('heading', { name: '登録を削除しました' })).toBeVisible()
  expect(await byLink.rows.read()).not.toEqual(before) // otherwise the tests above could not notice a change
  expect(await logIn()).toBe(401)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'このリンクは使えません' })).toBeVisible()
  await context.close()
})

test('a sign-up’s link signs the person in, but needs a new password in another browser (E1.16)', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  const begin = async () => {
    const email = newEmail()
    await page.goto(`${byLink.url}/signup`)
    await page.getByLabel('姓', { exact: true }).fill('早川')
    await page.getByLabel('名', { exact: true }).fill('直樹')
    await page.getByLabel('メールアドレス').fill(email)
    await page.getByLabel(/^パスワード/u).fill('asanoasanoasa')
    await page.getByRole('checkbox').check()
    await press(page, 'アカウントを作成')
    await expect(page.getByRole('heading', { name: 'メールを確認してください' })).toBeVisible()
    return { email, link: await linkTo(email, /登録を完了/u) }
  }

  const here = await begin()
  await page.goto(here.link)
  await press(page, '確認してログイン')
  await expect(page.getByRole('button', { name: '早川 直樹' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())

  const { email, link } = await begin()
  const elsewhere = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  const phone = await elsewhere.newPage()
  await phone.goto(link)
  await press(phone, '確認する')
  await expect(phone.getByRole('heading', { name: '新しいパスワードを設定' })).toBeVisible()
  await phone.getByLabel(/^新しいパスワード(?!\(確認)/u).fill('yorunoyorunoyoru')
  await phone.getByLabel('新しいパスワード(確認)').fill('yorunoyorunoyoru')
  await press(phone, 'パスワードを変更')
  await phone.getByRole('link', { name: 'ログインする' }).click()
  await phone.getByLabel('メールアドレス').fill(email)
  await phone.getByLabel('パスワード').fill('yorunoyorunoyoru')
  await press(phone, 'ログイン')
  await expect(phone.getByRole('button', { name: '早川 直樹' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '確認は済んでいます' })).toBeVisible()
  await elsewhere.close()
  await context.close()
})
