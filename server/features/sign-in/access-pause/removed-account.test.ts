import { expect, test } from 'vitest'
import { signInAtProvider, redirectUris, settingsOf } from '#server/features/sign-in/openid/company.fixture.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, team } from '#server/testing/team.ts'
import { pauseOldSignIns } from './operations.ts'

const company = await openIdProvider({ redirectUris })
const chosen = 'Xk9-vorpal-Teapot-77'

/**
 * Creates a member with an unproven address, who connects an account at a provider that proves no address. Eight days
 * later, the member's access is paused.
 */
async function pausedMember() {
  const mailbox = await openMailbox()
  const here = await team({
    providers: settingsOf(company)({ OIDC_MAX_AGE_DAYS: '7' }),
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  await here.member('佐伯')
  const member = await here.member('早川')
  const { email } = member.user
  const browser = withCookies(member)
  const answer = await signInAtProvider(browser, { sub: crypto.randomUUID(), email, emailVerified: false })
  expect((await browser.post('/auth/oidc/login', answer)).body).toEqual({ result: 'connected' })
  here.clock.now = new Date(here.clock.now.getTime() + 8 * 86_400_000)
  await pauseOldSignIns(here.app.services)
  const login = async (secret: string) => {
    const { status, body } = await here.visitor(newAddress()).post('/auth/login', { username: email, password: secret })
    return status === 200 ? 'in' : body.code
  }
  expect(await login(password)).toBe('sign_in_expired')
  const mailed = async (part: string) => {
    const found = () => mailbox.mails.findLast(({ to, text }) => to === email && text.includes(part))
    await expect.poll(found).toBeTruthy()
    return tokenIn(found()!)
  }
  return { ...here, member, login, mailed }
}

test('the first proof of an address disconnects the account at the provider and ends the pause of access', async () => {
  const { visitor, member, login, mailed } = await pausedMember()
  await visitor(newAddress()).post('/auth/password-reset', { email: member.user.email })
  const token = await mailed('password-reset')
  const reset = await visitor(newAddress()).put('/auth/password-reset', {
    token,
    new_password: chosen,
    confirm_password: chosen,
  })
  expect(reset.status).toBe(204)
  expect(await login(chosen)).toBe('in')
})
