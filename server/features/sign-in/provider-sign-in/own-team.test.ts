import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { gitHubSettings, signInAtGitHub } from '#server/testing/github.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { gitHub, openIdProvider } from '#server/testing/stand-ins.ts'
import { firstTeam, newAddress, password, team } from '#server/testing/team.ts'

// A stranger’s team must not capture the owner of an address who signs in at a provider (E1.16).

const cases = (['oidc', 'google', 'github'] as const).flatMap((provider) =>
  ['alone', 'with an accomplice', 'deactivated by an accomplice'].map((stranger, index) => ({
    provider,
    stranger,
    login: `owner-${index}`,
  })),
)
type Provider = (typeof cases)[number]['provider']
type Options = Parameters<typeof team>[0]

const redirectUris = ['google', 'oidc'].map((provider) => `http://localhost:3000/${provider}/callback`)
const openId = await openIdProvider({ redirectUris })
const github = await gitHub({
  redirectUris: ['http://localhost:3000/github/callback'],
  people: cases.map(({ login }) => ({ login })),
})
const providers = readProviders(
  readerOf({ ...openIdSettings('GOOGLE', openId), ...openIdSettings('OIDC', openId), ...gitHubSettings(github) }),
)
const person = { first_name: '栞', family_name: '松本', preferred_name: '' }
const own = 'kumo no mine ikutsu'

/** Creates a server with the operator’s team. A stranger has made another team, with the address of another person. */
async function squatted(options: Options = {}) {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const settings = { mail, providers, signUp: 'new-team', ...options } as const
  const operators = await firstTeam(settings)
  const elsewhere = await team(settings)
  const email = `owner-${newAddress()}@example.com`
  const stranger = await elsewhere.member('見知らぬ', { email })
  const newBrowser = () => withCookies(elsewhere.visitor(newAddress()))
  return { ...elsewhere, operators, stranger, email, mailbox, newBrowser }
}

/** Signs in the owner of the address. After a Google sign-in, also sends the sign-up form. */
async function signIn(browser: Client, email: string, provider: Provider = 'oidc', login = 'owner-0') {
  const { auth_url } = (await browser.get(`/auth/${provider}/login-url`)).body
  github.setEmails(login, [{ email, primary: true, verified: true }])
  const { values } =
    provider === 'github'
      ? await signInAtGitHub(auth_url, login)
      : await signInAt(auth_url, { email, sub: email, name: '松本 栞' })
  const { body } = await browser.post(`/auth/${provider}/login`, values)
  const form = { ...person, password: own, confirm_password: own }
  const tokens = body.result === 'onboarding' ? (await browser.post('/users/google/onboarding', form)).body : body
  return (await browser.get('/users/me', { authorization: `Bearer ${tokens.access_token}` })).body
}

test.each(cases)(
  'the owner of an address that a stranger took ($stranger) gets a new team ($provider) (E1.16)',
  async ({ provider, stranger: state, login }) => {
    const { database, email, mailbox, member, newBrowser, stranger, teamId } = await squatted()
    if (state !== 'alone') await member('共犯')
    if (state.startsWith('deactivated'))
      await withTeamTransaction(database, { teamId }, async (db) => {
        await db.updateTable('users').set({ is_admin: true }).execute()
        await db.updateTable('users').set({ is_active: false }).where('id', '=', stranger.user.id).execute()
      })
    const me = await signIn(newBrowser(), email, provider, login)
    expect(me).toMatchObject({ email, is_admin: true, claimed: null })
    expect(me.team.id).not.toBe(teamId)
    // The stranger’s account still works, but without the address. The account can belong to an honest person.
    if (!state.startsWith('deactivated'))
      expect((await stranger.get('/users/me')).body).toMatchObject({ email: '', is_active: true })
    expect((await newBrowser().post('/auth/login', { username: email, password })).status).toBe(401)
    await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
    expect(mailbox.mails.find(({ to }) => to === email)!.subject).toContain('外れました')
    expect((await signIn(newBrowser(), email, provider, login)).id).toBe(me.id)
  },
)

test('a provider sign-in finds the account to which the same browser signed in before (E1.16)', async () => {
  const { email, newBrowser, stranger: account } = await squatted()
  const browser = newBrowser()
  expect((await browser.post('/auth/login', { username: email, password })).status).toBe(200)
  expect((await signIn(browser, email)).id).toBe(account.user.id)
})

const keeping: [string, Options][] = [
  ['belongs to the server’s first team', {}],
  ['has an address that may not sign up', { signUpDomains: ['hinode.example'] }],
  ['is on a server where nobody can make a team', { signUp: 'closed' }],
]

test.each(keeping)(
  'a provider sign-in gives the owner of an address the unproven account that %s (E1.16)',
  async (where, options) => {
    const { email, newBrowser, operators, stranger } = await squatted(options)
    const account = where.startsWith('belongs') ? await operators.member('早川') : stranger
    const address = account === stranger ? email : account.user.email
    expect((await signIn(newBrowser(), address)).id).toBe(account.user.id)
  },
)
