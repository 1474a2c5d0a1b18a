import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { password, team } from '#server/testing/team.ts'

const providers = readProviders(readerOf({ SLACK_CLIENT_ID: 'asakai', SLACK_CLIENT_SECRET: 'secret' }))

test.each([
  [
    'https://asakai.example.com',
    /^__Host-asakai_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  ],
  [
    'https://example.com/asakai',
    /^__Secure-asakai_device=[\w.-]+; Max-Age=31536000; Path=\/asakai\/api; HttpOnly; Secure; SameSite=Lax$/u,
  ],
  ['http://localhost:3000', /^asakai_device=[\w.-]+; Max-Age=31536000; Path=\/api; HttpOnly; SameSite=Lax$/u],
])('a server at %s sets a cookie that no other host can forge', async (publicUrl, expected) => {
  const { member, visitor } = await team({ publicUrl })
  const { user } = await member()
  const { headers } = await visitor().post('/auth/login', { username: user.email, password })
  expect([headers['set-cookie']].flat().join()).toMatch(expected)
})

test.each([
  ['https://asakai.example.com', '__Host-asakai_ticket', '/'],
  ['https://example.com/asakai', '__Secure-asakai_ticket', '/asakai/api'],
])('a server at %s reads and clears its cookie by the name %s', async (publicUrl, name, path) => {
  const { member } = await team({ publicUrl, providers })
  const browser = withCookies(await member())
  expect((await browser.post('/connections/slack/ticket')).status).toBe(204)
  expect([...browser.jar.keys()]).toEqual([name])
  const { status, headers } = await browser.get('/auth/slack')
  expect(status).toBe(303)
  expect([...browser.jar.keys()]).toEqual([name.replace('ticket', 'slack')])
  expect([headers['set-cookie']].flat().join()).toMatch(new RegExp(`^${name}=; .*Path=${path}; .*Secure`, 'u'))
})
