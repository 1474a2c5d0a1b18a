import { webhookProviders } from '#contract/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { pauseOldSignIns } from '#server/features/sign-in/access-pause/operations.ts'
import { signInAsPerson } from '#server/features/sign-in/openid/company.fixture.ts'
import { changeByEmail, endSessionsByEmail } from '#server/features/team/operator-commands/operations.ts'
import { patchOf } from '#server/testing/directory.ts'
import { password } from '#server/testing/team.ts'
import { pauses, personOf, withCompany, withDirectory } from './company-endings.ts'
import { chosen, type Here, noon, prove, type teamOfTwo, update } from './team-of-two.ts'
import { opening, right, ways, weeklyEmail } from './ways.ts'

type Act = (here: Here) => Promise<{ status: number }>

/** A measure against an intruder, or another way to end a member's access. */
type Ending = {
  options?: Parameters<typeof teamOfTwo>[0]
  before?: (here: Here) => Promise<unknown>
  act: Act
  ends: readonly string[]
}

export const allWays = Object.keys(ways)
const tokens = ['access token', 'assistant by MCP']
const invitation = 'invitation that they made'
const emailLink = 'link to a new email'
const mails = 'link that takes a change back'
/**
 * Everything that ends whenever all sessions end. Includes a pending change of address, and password links for other
 * members.
 */
const sessions = [
  'session on another device',
  'refresh token of another device',
  'push on another device',
  emailLink,
  'password link that they made',
]
const lasting = [...tokens, 'program by OAuth', 'calendar address']
const places = [
  'webhook',
  'webhook of another with their address',
  'webhook of another that they resumed',
  ...webhookProviders.map((provider) => `${provider} channel of the team`),
  'Slack of the team',
  // The channel ends because the Slack of the team ends: a later Slack starts without a channel. Only "it was not me"
  // ends the channel itself.
  'Slack channel of the team',
]
const resets = ['link to reset the password', 'password link of an administrator']
const signIns = ['passkey', 'github account', 'google account', 'oidc account']
/** The things that the owner keeps after ending an intruder's access. */
const ownersOwn = [right, weeklyEmail]
const intruders = allWays.filter((way) => !ownersOwn.includes(way))
/** Everything that ends with each deactivation. */
const access = [...sessions, ...lasting, ...signIns, 'slack account', invitation, ...resets, mails, ...ownersOwn]
/**
 * Everything that does not work while access is paused. All of this except the sessions works again when the member
 * signs in (N17.07).
 */
export const heldBack = [emailLink, 'password link that they made', ...lasting, ...signIns, invitation]
const endedByPause = ['session on another device', 'refresh token of another device', 'push on another device']

const changePassword =
  (more: object): Act =>
  ({ owner }) =>
    owner.patch('/users/me/password', { ...chosen, ...more })
export const resetPassword =
  (link: 'password-reset' | 'password-link'): Act =>
  async (here) =>
    here.visitor().put('/auth/password-reset', { token: await here.link(link), ...chosen })

/**
 * The measures against an intruder and the other ways to end access, with everything that each one ends. Everything
 * that is not in the list still works afterwards, as the documents say.
 */
export const endings: Record<string, Ending> = {
  'the password is changed': { act: changePassword({}), ends: [...sessions, ...resets] },
  'the password is changed, with the box ticked': {
    act: changePassword({ end_lasting_access: true }),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'the password is reset by a link': {
    act: resetPassword('password-reset'),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'the password is set by the link of an administrator': {
    act: resetPassword('password-link'),
    ends: [...sessions, ...lasting, ...resets, invitation],
  },
  'a reset proves the address for the first time': {
    before: (here) => prove(here, here.owner, null),
    act: resetPassword('password-reset'),
    ends: intruders,
  },
  'the link of an administrator is used before the address is proven': {
    before: (here) => prove(here, here.owner, null),
    act: resetPassword('password-link'),
    // The weekly email goes only to proven addresses.
    ends: [...sessions, ...lasting, ...resets, invitation, weeklyEmail],
  },
  'an earlier email is answered with "it was not me"': {
    act: async (here) => {
      const answer = await here.visitor().post('/auth/not-me', { token: here.earlier })
      return { status: answer.status }
    },
    ends: intruders,
  },
  'a later email is answered with "it was not me", which proves the address for the first time': {
    before: async (here) => {
      await prove(here, here.owner, null)
      // Deletes the email's link, which would also undo the changes before it.
      await withTeamTransaction(here.database, here, (db) => db.deleteFrom('mail_links').execute())
    },
    act: async (here) => {
      here.clock.now = new Date(here.clock.now.getTime() + 5 * 60_000)
      const answer = await here.visitor().post('/auth/not-me', { token: await here.link('not-me') })
      return { status: answer.status }
    },
    ends: intruders,
  },
  'they end the session on the other device': {
    act: async ({ owner }) => {
      const others = (await owner.get('/sessions')).body.sessions.filter(
        ({ current }: { current: boolean }) => !current,
      )
      for (const { id } of others.slice(1)) await owner.delete(`/sessions/${id}`)
      return owner.delete(`/sessions/${others[0].id}`)
    },
    ends: sessions,
  },
  'they log out all other sessions': { act: ({ owner }) => owner.delete('/sessions'), ends: sessions },
  'an administrator signs them out everywhere': {
    act: ({ administrator, owner }) => administrator.delete(`/users/${owner.user.id}/sessions`),
    ends: [...sessions, ...lasting, invitation],
  },
  'they are deactivated': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_active: false }),
    ends: access,
  },
  'they are deactivated and what they set up is stopped': {
    act: async ({ administrator, owner }) => {
      const { body } = await administrator.get(`/users/${owner.user.id}/setups`)
      const webhooks = body.webhooks.map(({ id }: { id: string }) => id)
      const connections = body.connections.map(({ provider }: { provider: string }) => provider)
      return administrator.patch(`/users/${owner.user.id}`, { is_active: false, stop: { webhooks, connections } })
    },
    ends: [...access, ...places],
  },
  'they are no administrator any more': {
    act: ({ administrator, owner }) => administrator.patch(`/users/${owner.user.id}`, { is_admin: false }),
    ends: ['password link that they made', right],
  },
  'the company’s directory deactivates them': {
    ...withDirectory((scim, path) => scim.patch(path, patchOf({ op: 'replace', path: 'active', value: false }))),
    ends: [...access, ...places],
  },
  'the company’s directory deletes them': {
    ...withDirectory((scim, path) => scim.delete(path)),
    ends: [...access, ...places],
  },
  'the operator deactivates them': {
    async act({ app, owner }) {
      await changeByEmail(app.services, owner.user.email, { is_active: false })
      return { status: 200 }
    },
    ends: [...access, ...places],
  },
  'the operator signs them out everywhere': {
    async act({ app, owner }) {
      await endSessionsByEmail(app.services, owner.user.email)
      return { status: 200 }
    },
    ends: [...sessions, ...lasting, invitation],
  },
  [pauses.refused]: {
    ...withCompany({ OIDC_REQUIRED_CLAIM: 'groups:asakai' }),
    async act(here) {
      const { status } = await signInAsPerson(here.visitor, { ...personOf(here), groups: [] })
      return { status: status === 403 ? 200 : status }
    },
    ends: [...endedByPause, ...heldBack],
  },
  [pauses.expired]: {
    ...withCompany({ OIDC_MAX_AGE_DAYS: '7' }),
    async act(here) {
      await update(here, here.owner, { company_sign_in_at: new Date(noon.getTime() - 8 * 86_400_000) })
      await pauseOldSignIns(here.app.services)
      return { status: 200 }
    },
    ends: [...endedByPause, ...heldBack],
  },
  'the company’s provider no longer makes them an administrator': {
    ...withCompany({ OIDC_ADMIN_CLAIM: 'groups:admins' }),
    act: (here) => signInAsPerson(here.visitor, { ...personOf(here), groups: ['asakai'] }),
    ends: ['password link that they made', right],
  },
  'they disconnect the company account that makes them an administrator': {
    ...withCompany({ OIDC_ADMIN_CLAIM: 'groups:admins' }),
    act: ({ owner }) => owner.delete('/connections/oidc'),
    ends: ['password link that they made', 'oidc account', right],
  },
  'the owner of the address says that they did not ask for the account': {
    before: (here) => prove(here, here.owner, null),
    act: async (here) => here.visitor().post('/auth/email-proof/disown', { token: await here.link('email-proof') }),
    ends: [...intruders, weeklyEmail],
  },
  'they leave and keep their reports': {
    act: ({ owner }) => owner.call('DELETE', '/users/me', { reports: 'keep', password }),
    ends: allWays.filter((way) => way !== opening),
  },
  'they leave and erase everything': {
    act: ({ owner }) => owner.call('DELETE', '/users/me', { reports: 'erase', password }),
    ends: allWays.filter((way) => way !== opening),
  },
  'they log out on this device': {
    act: ({ visitor, owner }) => visitor().post('/auth/logout', { refresh_token: owner.tokens.refresh_token }),
    ends: [],
  },
  'they change their email by its link': {
    act: async (here) => {
      const token = await here.link('email-proof', `new-${here.owner.user.email}`)
      return here.visitor().post('/auth/email-proof', { token })
    },
    ends: [...resets, emailLink],
  },
  'their token is revoked': {
    act: async ({ owner }) => {
      const { body } = await owner.get('/tokens')
      for (const { id } of body.tokens) await owner.delete(`/tokens/${id}`)
      return { status: 200 }
    },
    ends: tokens,
  },
}
