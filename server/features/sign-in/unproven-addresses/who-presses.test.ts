import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const person = { first_name: '栞', family_name: '松本', preferred_name: '' }
const strangers = 'a stranger chose it'
const own = 'kumo no mine ikutsu'

/**
 * The position of the owner in the owner's team. The owner has not proven their address. A stranger signs up with the
 * same address.
 */
type Standing = 'alone' | 'the only administrator beside a member' | 'a member beside an administrator'

async function begun(standing: Standing) {
  const mailbox = await openMailbox()
  const options = { mail: { url: mailbox.url, from: 'asakai@example.com' }, signUp: 'new-team' } as const
  const made = await team(options)
  const email = `owner-${newAddress()}@example.com`
  // The first member of a team is its administrator.
  if (standing.startsWith('a member')) await made.member('佐伯')
  const owner = await made.member('松本', { email })
  if (standing.startsWith('the only')) await made.member('佐伯')
  const browser = () => withCookies(made.visitor(newAddress()))
  const beginners = browser()
  expect((await beginners.post('/onboarding', { ...person, email, password: strangers })).status).toBe(201)
  const token = tokenIn(await mailbox.next())
  const logIn = async (secret: string) =>
    (await made.visitor(newAddress()).post('/auth/login', { username: email, password: secret })).status
  return { ...made, options, mailbox, email, owner, browser, beginners, token, logIn }
}
type Begun = Awaited<ReturnType<typeof begun>>

async function knownBrowser({ browser, email }: Begun) {
  const known = browser()
  expect((await known.post('/auth/login', { username: email, password })).status).toBe(200)
  return known
}
const browsers: Record<string, (of: Begun) => Promise<ReturnType<Begun['browser']>>> = {
  'the owner’s signed-in browser': knownBrowser,
  'a browser that the owner logged out of': async (of) => {
    const known = await knownBrowser(of)
    const { body } = await known.post('/auth/login', { username: of.email, password })
    await known.post('/auth/logout', { refresh_token: body.refresh_token })
    return known
  },
  'the beginner’s browser': async ({ beginners }) => beginners,
  'a fresh browser': async ({ browser }) => browser(),
}
const standings: Standing[] = ['alone', 'the only administrator beside a member', 'a member beside an administrator']
const cases = Object.keys(browsers).flatMap((who) => standings.map((standing) => ({ who, standing })))

test.each(cases)(
  'opening a stranger’s sign-up link in $who keeps or ends the owner’s account ($standing) (E1.16)',
  async ({ who, standing }) => {
    const of = await begun(standing)
    const { email, owner, token, logIn } = of
    const presser = await browsers[who]!(of)
    const isKnown = who.includes('owner')
    const isKept = standing.startsWith('the only')
    const { body: asked } = await presser.post('/auth/email-proof/check', { token })
    expect(asked).toMatchObject({
      kind: isKnown ? 'known-account' : 'sign-up',
      existing: { team: '開発チーム', is_kept: isKept },
    })
    const pressed = await presser.post('/auth/email-proof', { token })
    const survives = isKnown || isKept
    expect(pressed.status).toBe(isKnown ? 204 : isKept ? 409 : 200)
    expect((await owner.get('/users/me')).status).toBe(survives ? 200 : 401)
    expect(await logIn(password)).toBe(survives ? 200 : 401)
    // The password from the sign-up is valid only if the link is opened in the browser of the sign-up.
    expect(await logIn(strangers)).toBe(!survives && who.startsWith('the beginner') ? 200 : 401)
    if (isKnown) {
      const [me] = await withTeamTransaction(of.database, of, (db) =>
        db.selectFrom('users').where('id', '=', owner.user.id).select(['email', 'email_proven_at']).execute(),
      )
      expect(me).toEqual({ email, email_proven_at: expect.any(Date) })
      expect((await presser.post('/auth/email-proof/check', { token })).body).toEqual({ status: 'confirmed' })
    }
    if (who.startsWith('a fresh') && !survives) {
      const chosen = { token: pressed.body.password_token, new_password: own, confirm_password: own }
      expect((await presser.put('/auth/password-reset', chosen)).status).toBe(204)
      expect(await logIn(own)).toBe(200)
    }
    if (!survives)
      await expect
        .poll(() => of.mailbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject))
        .toContain('メールアドレスがAsakaiのアカウントから外れました')
  },
)

test('the page of an invitation names the account that accepting would close (E1.16)', async () => {
  for (const standing of standings) {
    const isKept = standing.startsWith('the only')
    const { browser, email, mailbox, options, owner } = await begun(standing)
    const inviter = await (await team(options)).member('早川')
    expect((await inviter.post('/invitations', { email })).status).toBe(201)
    const id = tokenIn(await mailbox.next())
    expect((await browser().get(`/invitations/info?token=${id}`)).body.existing).toMatchObject({
      team: '開発チーム',
      is_kept: isKept,
    })
    const accepted = await browser().post('/invitations/accept', {
      id,
      ...person,
      password: own,
      confirm_password: own,
    })
    expect(accepted.status).toBe(isKept ? 409 : 200)
    expect((await owner.get('/users/me')).status).toBe(isKept ? 200 : 401)
  }
})
