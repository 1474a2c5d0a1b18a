import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { claimIdentity } from '#server/db/accounts/identities.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { gitHubSettings, signInAtGitHub } from '#server/testing/github.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { gitHub, openIdProvider } from '#server/testing/stand-ins.ts'
import { password, team } from '#server/testing/team.ts'

// Tests the rules of linking (D7.26) for each provider and each existing account. The provider vouches for the email,
// or does not.

type Provider = 'google' | 'github' | 'oidc'
/** 'owner': signs in as the member with the email. 'other': signs in as the member who is connected to this account. */
type Outcome = 'owner' | 'other' | 'onboarding' | 'created' | ErrorCode

/**
 * The existing accounts, with two outcomes for each provider: if the provider vouches for the email, and if it does
 * not.
 */
const states: Record<string, Record<Provider, [Outcome, Outcome]>> = {
  'nobody with the email': {
    google: ['onboarding', 'onboarding'],
    github: ['created', 'email_unverified'],
    oidc: ['created', 'created'],
  },
  'an account whose email is proven': both('owner', 'connect_after_login'),
  'an account whose email is not proven': both('owner', 'connect_after_login'),
  'an inactive account': both('account_inactive', 'connect_after_login'),
  'an account in another team': both('owner', 'connect_after_login'),
  'an account that has connected this person': both('owner', 'owner'),
  'an inactive account that has connected this person': both('account_inactive', 'account_inactive'),
  'another member who has connected this person': both('other', 'other'),
  'an account that has connected another person': both('connect_after_login', 'connect_after_login'),
  'an account that has connected a person with this id at a former issuer': both('owner', 'connect_after_login'),
  'another member who has connected a person with this id at a former issuer': both('owner', 'connect_after_login'),
}
function both(vouched: Outcome, not: Outcome): Record<Provider, [Outcome, Outcome]> {
  return { google: [vouched, not], github: [vouched, not], oidc: [vouched, not] }
}

const cases = Object.entries(states).flatMap(([state, outcomes]) =>
  (['google', 'github', 'oidc'] as const).flatMap((provider) =>
    [true, false].map((isVouched, index) => ({ state, provider, isVouched, outcome: outcomes[provider][index]! })),
  ),
)
const loginOf = (index: number) => `person-${index}`

const redirectUris = ['google', 'oidc'].map((provider) => `http://localhost:3000/${provider}/callback`)
const google = await openIdProvider({ redirectUris })
const github = await gitHub({
  redirectUris: ['http://localhost:3000/github/callback'],
  people: cases.map((_case, index) => ({ login: loginOf(index) })),
})
const providers = readProviders(
  readerOf({ ...openIdSettings('GOOGLE', google), ...openIdSettings('OIDC', google), ...gitHubSettings(github) }),
)

test.each(cases)(
  'a sign-in with $provider (email verified: $isVouched) ends in $outcome if there is $state',
  async (row) => {
    const { state, provider, isVouched, outcome } = row
    const index = cases.indexOf(row)
    const mine = await team({ providers })
    const theirs = await team({ providers })
    const home = state.includes('another team') ? theirs : mine
    const email = `linking-${index}@example.com`
    const login = loginOf(index)
    const sub = `sub-${index}`
    const issuer = state.includes('former issuer')
      ? 'https://former.example.com'
      : { google, github, oidc: google }[provider].url
    const subject = `${issuer} ${provider === 'github' ? await idAtGitHub(login) : sub}`

    await home.member('管理', { email: `administrator-${index}@example.com` })
    const owner = state.startsWith('nobody') ? undefined : await home.member('早川', { email })
    const other = await mine.member('佐伯')
    await withTeamTransaction(home.database, home, async (db) => {
      if (!owner) return
      const connectedBy = { teamId: home.teamId, userId: state.startsWith('another') ? other.user.id : owner.user.id }
      const person = { provider, subject: state.includes('another person') ? `${subject}0` : subject }
      if (state.includes('has connected')) {
        await claimIdentity(db, connectedBy, person)
        await db
          .insertInto('connections')
          .values({ team_id: home.teamId, user_id: connectedBy.userId, ...person, account: 'x', secret: null })
          .execute()
      }
      await db
        .updateTable('users')
        .set({
          is_active: !state.includes('inactive'),
          email_proven_at: state.includes('not proven') ? null : home.clock.now,
        })
        .where('id', '=', owner.user.id)
        .execute()
    })
    const before = await connectionsOf(home)

    const browser = withCookies(mine.visitor())
    const { auth_url } = (await browser.get(`/auth/${provider}/login-url`)).body
    github.setEmails(login, [{ email, primary: true, verified: isVouched }])
    const { values } =
      provider !== 'github'
        ? await signInAt(auth_url, { sub, email: email.toUpperCase(), emailVerified: isVouched })
        : await signInAtGitHub(auth_url, login)
    const { status, body } = await browser.post(`/auth/${provider}/login`, values)

    if (outcome === 'owner' || outcome === 'other' || outcome === 'created') {
      expect({ status, result: body.result }).toEqual({ status: 200, result: 'login' })
      const me = await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })
      const expected = { owner: owner?.user.id, other: other.user.id, created: me.body.id }[outcome]
      expect(me.body.id).toBe(expected)
      expect(Object.keys(me.body.connections)).toEqual([provider])
      expect(me.body.id === owner?.user.id || me.body.id === other.user.id).toBe(outcome !== 'created')
    } else if (outcome === 'onboarding')
      expect({ status, result: body.result }).toEqual({ status: 200, result: outcome })
    else {
      expect(body.code).toBe(outcome)
      expect(body).not.toHaveProperty('access_token')
    }
    // A sign-in that fails changes nothing, and ends nobody's access.
    if (status !== 200) expect(await connectionsOf(home)).toEqual(before)
    // Only an account that never proved the address loses its password, because a stranger may have set it (E1.16).
    const isClaimed = state.includes('not proven') && isVouched
    if (owner && !state.includes('inactive'))
      expect((await home.visitor().post('/auth/login', { username: email, password })).status).toBe(
        isClaimed ? 401 : 200,
      )
  },
)

const idAtGitHub = async (login: string) => {
  const answer = await fetch(new URL(`/users/${login}`, github.url))
  return String(((await answer.json()) as { id: number }).id)
}

const connectionsOf = ({ database, teamId }: Awaited<ReturnType<typeof team>>) =>
  withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('connections').selectAll().orderBy('user_id').execute(),
  )

test('a sign-in with Google finds an account whose email GitHub has verified', async () => {
  const { visitor } = await team({ providers })
  const login = loginOf(0)
  const email = 'both-ways@example.com'
  github.setEmails(login, [{ email, primary: true, verified: true }])
  const signIn = async (provider: Provider) => {
    const browser = withCookies(visitor())
    const { auth_url } = (await browser.get(`/auth/${provider}/login-url`)).body
    const { values } =
      provider === 'google' ? await signInAt(auth_url, { email }) : await signInAtGitHub(auth_url, login)
    const { body } = await browser.post(`/auth/${provider}/login`, values)
    return (await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })).body
  }
  const made = await signIn('github')
  const found = await signIn('google')
  expect(found.id).toBe(made.id)
  expect(found.connections).toEqual({ github: login, google: email })
  expect((await signIn('github')).id).toBe(made.id)
})

test('a sign-in ignores the connections of colleagues', async () => {
  const { member, database, teamId, visitor, clock } = await team({ providers, now: new Date('2026-10-23T03:00:00Z') })
  const email = 'beside-others@example.com'
  const [colleague, me] = [await member('佐伯'), await member('早川', { email })]
  const of = (person: typeof me, provider: Provider, subject: string) => ({
    team_id: teamId,
    user_id: person.user.id,
    provider,
    account: 'x',
    subject,
  })
  await withTeamTransaction(database, { teamId }, async (db) => {
    await db
      .insertInto('connections')
      .values([
        of(colleague, 'google', 'a colleague'),
        of(colleague, 'github', 'the same in two places'),
        of(me, 'github', 'myself elsewhere'),
      ])
      .execute()
    await db.updateTable('users').set({ email_proven_at: clock.now }).where('id', '=', me.user.id).execute()
  })
  const people = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .selectFrom('users')
        .where('team_id', '=', teamId)
        .select(['id', 'google_username', 'updated_at'])
        .orderBy('id')
        .execute(),
    )
  const before = await people()
  const signIn = async () => {
    const browser = withCookies(visitor())
    const { auth_url } = (await browser.get('/auth/google/login-url')).body
    const { values } = await signInAt(auth_url, { sub: 'the same in two places', email, name: '早川 直樹' })
    const { body } = await browser.post('/auth/google/login', values)
    return (await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })).body.id
  }

  expect(await signIn()).toBe(me.user.id)
  const after = await people()
  const [theirs, mine] = before
  expect(after).toEqual([theirs, { ...mine, google_username: '早川 直樹', updated_at: clock.now }])
  clock.now = new Date('2026-10-23T03:05:00Z')
  expect(await signIn()).toBe(me.user.id)
  expect(await people()).toEqual(after)
})

test('another person cannot sign in with an address that a member’s connected account has verified (E1.16)', async () => {
  const here = await team({ providers })
  const owner = await here.member('早川', { email: 'vouched-later@example.com' })
  const { email } = owner.user
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('users').set({ email_proven_at: null }).where('id', '=', owner.user.id).execute(),
  )
  const goTo = async (browser: ReturnType<typeof withCookies>, sub: string) => {
    const { values } = await signInAt((await browser.get('/auth/google/login-url')).body.auth_url, { sub, email })
    return browser.post('/auth/google/login', values)
  }
  expect((await goTo(withCookies(owner), 'vouched-owner')).body.result).toBe('connected')
  const another = await goTo(withCookies(here.visitor()), 'vouched-another')
  expect(another).toMatchObject({ status: 409, body: { code: 'connect_after_login' } })
  expect((await here.visitor().post('/auth/login', { username: email, password })).status).toBe(200)
})
