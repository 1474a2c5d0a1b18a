import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { signUp } from './members.ts'
import { startServer, type Server } from './server.ts'
import { expect, ownContext as test } from './test.ts'

// Needs its own server, because PUBLIC_URL must be the address of the server. Needs its own contexts, because each test
// begins signed out.
test.describe.configure({ mode: 'default' })

let server: Server
test.beforeAll(async () => {
  server = await startServer(async (url) => ({ PUBLIC_URL: url }))
})
test.afterAll(() => server.stop())

/** Starts a program on this computer that requests access and waits for the answer, as an AI assistant does. */
async function program(scope: string) {
  const answered: URL[] = []
  const listener = createServer(({ url = '/' }, response) => {
    if (url.startsWith('/callback')) answered.push(new URL(url, 'http://127.0.0.1'))
    response.setHeader('content-type', 'text/html').end('<title>Connected</title>')
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const redirect_uri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const registered = await fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helper', redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const resource = `${server.url}/api/mcp`
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope,
    resource,
    state: 'xyz',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const exchange = async () => {
    const code = answered[0]!.searchParams.get('code') ?? ''
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, client_id, redirect_uri, resource })
    body.set('code_verifier', verifier)
    const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body })
    return (await answer.json()) as { access_token: string; scope: string }
  }
  const listTools = async (token: string) =>
    fetch(resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const close = () => listener.close()
  return { address: `${server.url}/oauth/authorize?${query}`, answered, exchange, listTools, close }
}

test('a member logs in, allows a program by keyboard, and later revokes its access (N21.01, N21.02)', async ({
  page,
}) => {
  const member = await signUp({}, server.url)
  const helper = await program('read write')
  await page.goto(helper.address)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('heading', { name: '「Helper」にAsakaiの利用を許可しますか' })).toBeVisible()
  await expect(page.getByText('結果はこの端末のプログラムに送られます。')).toBeVisible()
  await page.getByRole('radio', { name: /^読み取り(?!と)/u }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: '許可する', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Connected')
  expect(helper.answered[0]!.searchParams.get('state')).toBe('xyz')
  expect(helper.answered[0]!.searchParams.get('iss')).toBe(server.url)
  const { access_token, scope } = await helper.exchange()
  expect(scope).toBe('read write')
  expect((await helper.listTools(access_token)).status).toBe(200)

  await page.goto(`${server.url}/settings?tab=access`)
  await page.getByRole('button', { name: 'Helperを失効させる' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '失効させる' }).click()
  await expect(page.getByText('Helperを失効させました')).toBeVisible()
  expect((await helper.listTools(access_token)).status).toBe(401)
  helper.close()
})

test('a program that a member refuses gets only the error access_denied', async ({ page }) => {
  const member = await signUp({}, server.url)
  await page.goto(`${server.url}/login`)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('button', { name: member.name })).toBeVisible()
  const helper = await program('read')
  await page.goto(helper.address)
  await page.getByRole('button', { name: '許可しない' }).click()
  await expect(page).toHaveTitle('Connected')
  expect(Object.fromEntries(helper.answered[0]!.searchParams)).toEqual({
    error: 'access_denied',
    state: 'xyz',
    iss: server.url,
  })
  helper.close()
})

test('a member who allows a request that a stranger began gives the stranger no access', async ({ page, browser }) => {
  const member = await signUp({}, server.url)
  const helper = await program('read write')
  const stranger = await browser.newContext()
  const theirs = await stranger.newPage()
  await theirs.goto(helper.address)
  await theirs.waitForURL(/\/login$/u)
  const link = await theirs.evaluate(() => sessionStorage.getItem('asakai_return'))

  await page.goto(server.url + link!)
  await page.getByLabel('メールアドレス').fill(member.email)
  await page.getByLabel('パスワード', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByRole('button', { name: '許可する', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'このプログラムは接続できません' })).toBeVisible()
  const request = new URL(link!, server.url).searchParams.get('request')
  await theirs.goto(`${server.url}/oauth/authorize/${request}`)
  await theirs.waitForURL(/\/login$/u)
  expect(helper.answered).toEqual([])
  helper.close()
  await stranger.close()
})

test('no other site can show the consent page in a frame', async ({ request }) => {
  const { headers } = { headers: (await request.get(`${server.url}/allow?request=x`)).headers() }
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
})
