import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const company = await openIdProvider({ redirectUris: ['http://localhost:3000/oidc/callback'] })
const own = 'kumo no mine ikutsu'

test.each(['signs in by the company', 'resets the password', 'says that a change was not theirs'])(
  'an owner who %s sees the members who were in the team before the owner (E1.16)',
  async (way) => {
    const mailbox = await openMailbox()
    const providers = readProviders(readerOf(openIdSettings('OIDC', company)))
    const { clock, member, visitor } = await team({
      mail: { url: mailbox.url, from: 'asakai@example.com' },
      providers,
      signUp: 'new-team',
    })
    const email = `owner-${newAddress()}@example.com`
    const stranger = await member('見知らぬ', { email })
    for (let number = 0; number < 21; number += 1) await member('共犯', { first_name: '者' })
    expect((await stranger.get('/users/me')).body.claimed).toBeNull()
    clock.now = new Date(clock.now.getTime() + 60_000)
    const browser = withCookies(visitor(newAddress()))
    const asksForReset = async () => {
      await browser.post('/auth/password-reset', { email })
      return tokenIn(await mailbox.next())
    }
    const deniesChange = async () => {
      const tomorrow = new Date(clock.now.getTime() + 48 * 60 * 60_000).toISOString().slice(0, 10)
      await stranger.post('/tokens', { name: 'x', scopes: ['read'], expires_on: tomorrow })
      const pressed = await browser.post('/auth/not-me', { token: tokenIn(await mailbox.next()) })
      return pressed.body.reset_token as string
    }
    const signIn = async () => {
      if (way !== 'signs in by the company') {
        const token = way === 'resets the password' ? await asksForReset() : await deniesChange()
        const reset = { token, new_password: own, confirm_password: own }
        expect((await browser.put('/auth/password-reset', reset)).status).toBe(204)
        return (await browser.post('/auth/login', { username: email, password: own })).body
      }
      // Makes the account known in this browser. Otherwise the person would get a new team, unless the account is in
      // the first team.
      await browser.post('/auth/login', { username: email, password })
      const { body } = await browser.get('/auth/oidc/login-url')
      const { values } = await signInAt(body.auth_url, { email, name: '松本 栞' })
      return (await browser.post('/auth/oidc/login', values)).body
    }
    const { access_token } = await signIn()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await browser.get('/users/me', headers)).body.claimed).toEqual({
      at: expect.any(String),
      members: Array.from({ length: 20 }, () => '共犯 者'),
      total: 21,
    })
    expect((await stranger.get('/users/me')).status).toBe(401)
  },
)
