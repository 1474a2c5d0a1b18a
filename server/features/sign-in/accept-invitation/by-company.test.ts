import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { openIdSettings, signInAt } from '#server/testing/openid-provider.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { testDatabase } from '#server/testing/database.ts'
import { newAddress, team } from '#server/testing/team.ts'

const company = await openIdProvider({ redirectUris: ['http://localhost:3000/oidc/callback'] })
const settings = openIdSettings('OIDC', company)

const matrix = (['join', 'new-team', 'closed'] as const).flatMap((signUp) =>
  ['true', 'false'].flatMap((only) =>
    [[], ['hinode.example']].map((signUpDomains) => ({ signUp, only, signUpDomains })),
  ),
)

const settingsOf = ({ signUp, only, signUpDomains }: (typeof matrix)[number]) => ({
  signUp,
  signUpDomains,
  providers: readProviders(readerOf({ ...settings, OIDC_ONLY: only })),
})

async function open({ signUp, only, signUpDomains }: (typeof matrix)[number]) {
  const made = await team({ ...settingsOf({ signUp, only, signUpDomains }), database: await testDatabase() })
  await made.member('管理')
  const inviter = await made.member('佐伯')
  const email = `invited-${newAddress()}@example.com`
  const invite = async () => (await inviter.post('/invitations', { email, role: 'designer' })).body
  const signIn = async (emailVerified = true, link?: string) =>
    choose(link && new URL(link).searchParams.get('token')!, emailVerified)
  const choose = async (choice?: string, emailVerified = true) => {
    const browser = withCookies(made.visitor())
    const query = choice ? `?invitation=${choice}` : ''
    const { auth_url } = (await browser.get(`/auth/oidc/login-url${query}`)).body
    const { values } = await signInAt(auth_url, { email, name: '松本 栞', emailVerified })
    const { status, body } = await browser.post('/auth/oidc/login', values)
    const headers = { authorization: `Bearer ${body.access_token}` }
    return { status, body, me: body.access_token ? (await browser.get('/users/me', headers)).body : undefined }
  }
  return { ...made, choose, email, invite, inviter, signIn }
}

test.each(matrix)(
  'the company’s sign-in accepts an invitation from its page: SIGNUP=$signUp OIDC_ONLY=$only SIGNUP_DOMAINS=$signUpDomains (E1.17)',
  async (settings) => {
    const { database, email, invite, inviter, signIn, teamId } = await open(settings)
    const { link } = await invite()
    const stranger = await (await team({ ...settingsOf(settings), database })).member('見知らぬ')
    expect((await stranger.post('/invitations', { email })).status).toBe(201)
    const { status, me } = await signIn(true, link)
    expect(status).toBe(200)
    expect(me).toMatchObject({ email, role: 'designer', family_name: '松本', team: { id: teamId } })
    expect((await inviter.get('/invitations?include_expired=true')).body.invitations).toEqual([])
    expect((await signIn()).me.id).toBe(me.id)
  },
)

test.each(matrix.filter(({ signUp }) => signUp !== 'new-team'))(
  'a company sign-in without the link accepts the only team’s invitation: SIGNUP=$signUp OIDC_ONLY=$only SIGNUP_DOMAINS=$signUpDomains (E1.17)',
  async (settings) => {
    const { email, invite, signIn, teamId } = await open(settings)
    await invite()
    expect((await signIn()).me).toMatchObject({ email, role: 'designer', team: { id: teamId } })
  },
)

test.each(matrix)(
  'a company sign-in without the link accepts no invitation if several teams invited the person: SIGNUP=$signUp OIDC_ONLY=$only SIGNUP_DOMAINS=$signUpDomains (E1.17)',
  async (settings) => {
    const { choose, database, email, signIn, inviter } = await open(settings)
    const other = await team({ ...settingsOf(settings), database })
    const stranger = await other.member('見知らぬ')
    for (const someone of [inviter, stranger]) expect((await someone.post('/invitations', { email })).status).toBe(201)
    const offered = await signIn()
    expect([offered.status, offered.body.result, offered.me]).toEqual([200, 'invited', undefined])
    const { status, me } = await choose('none')
    expect(status).toBe(offered.body.may_sign_up ? 200 : 403)
    if (status === 200) expect(me).toMatchObject({ role: 'member' }) // joined by SIGNUP, not by an invitation
    if (settings.signUp === 'new-team' && settings.signUpDomains.length === 0)
      expect([status, [inviter.user.id, stranger.user.id].includes(me.id), me.is_admin]).toEqual([200, false, true])
    expect((await stranger.get('/invitations')).body.invitations).toHaveLength(1)
    expect((await stranger.get('/users')).body).toHaveLength(1)
  },
)

test('the company’s sign-in does not accept an invitation of another address (E1.17)', async () => {
  const { inviter, signIn, teamId } = await open({ signUp: 'new-team', only: 'false', signUpDomains: [] })
  const { link } = (await inviter.post('/invitations', { email: `other-${newAddress()}@example.com` })).body
  expect((await signIn(true, link)).me.team.id).not.toBe(teamId)
})

test.each(['expired', 'withdrawn', 'of a deactivated inviter', 'for an address that nobody vouches for'])(
  'the company’s sign-in does not accept an invitation that is %s (E1.17)',
  async (what) => {
    const { clock, database, invite, inviter, signIn, teamId } = await open({
      signUp: 'closed',
      only: 'true',
      signUpDomains: [],
    })
    const { id, link } = await invite()
    if (what === 'expired') clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60_000)
    if (what === 'withdrawn') await inviter.delete(`/invitations/${id}`)
    if (what.startsWith('of a'))
      await withTeamTransaction(database, { teamId }, async (db) => {
        await db.updateTable('users').set({ is_active: false }).where('id', '=', inviter.user.id).execute()
      })
    const { status, body } = await signIn(!what.startsWith('for'), link)
    expect([status, body.code]).toEqual([403, 'sign_up_closed'])
  },
)

test.each(matrix)(
  'a newcomer can choose from the invitations of their address: SIGNUP=$signUp OIDC_ONLY=$only SIGNUP_DOMAINS=$signUpDomains (E1.22)',
  async (settings) => {
    const { choose, database, email, invite, inviter, signIn, teamId } = await open(settings)
    const { id } = await invite()
    const stranger = await (await team({ ...settingsOf(settings), database })).member('見知らぬ')
    const { body: others } = await stranger.post('/invitations', { email })
    const { body } = await signIn()
    const isOpen = settings.signUp !== 'closed' && settings.signUpDomains.length === 0
    expect(body).toEqual({
      result: 'invited',
      email,
      invitations: [
        { id: others.id, team_name: expect.any(String), invited_by: '見知らぬ 直樹' },
        { id, team_name: expect.any(String), invited_by: '佐伯 直樹' },
      ],
      may_sign_up: isOpen,
    })
    expect((await inviter.get('/users')).body).toHaveLength(2) // no account was made yet
    expect((await choose(id)).me).toMatchObject({ email, role: 'designer', team: { id: teamId } })
    expect((await signIn()).body.result).toBe('login')
    expect((await stranger.get('/invitations')).body.invitations).toHaveLength(1)
  },
)

test('choosing a withdrawn invitation or one of another address makes no account (E1.22)', async () => {
  const { choose, invite, inviter, signIn } = await open({ signUp: 'new-team', only: 'false', signUpDomains: [] })
  const { id } = await invite()
  const { body: another } = await inviter.post('/invitations', { email: `other-${newAddress()}@example.com` })
  const refusal = { status: 410, body: { code: 'invitation_cancelled' } }
  expect(await choose(another.id)).toMatchObject(refusal)
  await inviter.delete(`/invitations/${id}`)
  expect(await choose(id)).toMatchObject(refusal)
  expect((await signIn()).me).toMatchObject({ is_admin: true })
})

test('a newcomer is offered no invitation if the provider has not verified the address (E1.22)', async () => {
  const { invite, signIn } = await open({ signUp: 'new-team', only: 'false', signUpDomains: [] })
  await invite()
  expect((await signIn(false)).body.result).not.toBe('invited')
})

/** Creates a stranger's team with an account that has the invited address, which the stranger cannot prove. */
async function captured({ hasOthers = false } = {}) {
  const here = await open({ signUp: 'new-team', only: 'false', signUpDomains: [] })
  const invitation = await here.invite()
  const signUp = { email: here.email, password: 'tsukiyo no kumo', first_name: '誰か', family_name: '見知らぬ' }
  await here.visitor().post('/onboarding', { ...signUp, confirm_password: signUp.password })
  const login = { username: here.email, password: signUp.password }
  const { body: stranger } = await here.visitor().post('/auth/login', login)
  const headers = { authorization: `Bearer ${stranger.access_token}` }
  const { body: me } = await here.visitor().get('/users/me', headers)
  const strangersTeam = { teamId: me.team.id as string }
  if (hasOthers)
    await withTeamTransaction(here.database, strangersTeam, (db) =>
      db
        .insertInto('users')
        .values({
          team_id: me.team.id,
          id: crypto.randomUUID(),
          first_name: '共',
          family_name: '犯',
          preferred_name: '',
          email: `accomplice-${newAddress()}@example.com`,
          email_key: `accomplice-${newAddress()}@example.com`,
        })
        .execute(),
    )
  return { ...here, invitation, stranger: me, headers }
}

test('an invited person gets their own account even if a stranger’s account has the address (E1.17)', async () => {
  const { email, headers, invitation, signIn, teamId, visitor } = await captured()
  const { me } = await signIn(true, invitation.link)
  expect(me).toMatchObject({ email, role: 'designer', team: { id: teamId } })
  expect((await visitor().get('/users/me', headers)).status).toBe(401)
})

test('a person whose address a stranger uses can choose an invitation or a new team (E1.22)', async () => {
  const { choose, invitation, signIn, teamId } = await captured()
  expect((await signIn()).body).toMatchObject({
    result: 'invited',
    invitations: [{ id: invitation.id }],
    may_sign_up: true,
  })
  expect((await choose(invitation.id)).me).toMatchObject({ team: { id: teamId } })
  const other = await captured()
  const { me } = await other.choose('none')
  expect(me).toMatchObject({ email: other.email, is_admin: true })
  expect(other.stranger.team.id).not.toBe(me.team.id)
})

test('an invitation cannot take an address from the only administrator of a team with other members', async () => {
  const { headers, invitation, signIn, visitor } = await captured({ hasOthers: true })
  expect((await signIn(true, invitation.link)).body.code).toBe('email_taken')
  expect((await visitor().get('/users/me', headers)).status).toBe(200)
})
