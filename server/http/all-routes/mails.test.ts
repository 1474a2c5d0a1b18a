import { beforeEach, expect, test, vi } from 'vitest'
import { limitedMail } from '#server/access/attempts/limited-mail.ts'
import {
  alertOwner,
  alertAdministrators,
  alertLeaver,
  alertReleasedAddress,
} from '#server/access/security-alerts/operations.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { markConnected, markDisconnected } from '#server/features/chat/slack-health/operations.ts'
import { friday, draft } from '#server/features/notifications/outbox/testing/notified-team.ts'
import { queueReminders } from '#server/features/notifications/reminders/operations.ts'
import { queueWeekMails } from '#server/features/notifications/weekly-emails/operations.ts'
import { type MailKind, mailKinds, type SecurityAlert } from '#server/providers/mail/mail-kinds.ts'
import { writeNotice } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'
import { noteFailed } from '#server/webhook-events/operations.ts'

// Repeats each action that writes an email, and counts the emails to one mailbox (E1.14).

vi.setConfig({ testTimeout: 300_000 }) // milliseconds, because a machine can be busy

const often = 100
/** Enough repetitions to exceed every limit of a whole action, such as a sign-up. */
const some = 30
const sent: Message[] = []
beforeEach(() => void sent.splice(0))

/** Creates a team whose administrator has proven their address. A list takes the place of a mail server. */
async function office(options: Parameters<typeof team>[0] = {}) {
  const mail = { url: 'smtp://localhost:1', from: 'asakai@example.com' }
  const here = await team({ now: new Date(friday), mail, ...options })
  const { services } = here.app
  const limited = limitedMail({ send: (message) => void sent.push(message), close: async () => {} }, services.attempts)
  services.sendMail = limited.send
  services.deliverMail = async (message) => void sent.push(message)
  const [admin, other] = [await here.member('佐伯'), await here.member('早川')]
  const transact = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(here.database, here, work)
  const prove = ({ user }: Member) =>
    transact((db) =>
      db.updateTable('users').set({ email_proven_at: here.clock.now }).where('id', '=', user.id).execute(),
    )
  await prove(admin)
  await prove(other)
  const sendAll = (mails: Message[]) => mails.forEach((mail) => services.sendMail(mail))
  const owner = { teamId: here.teamId, userId: admin.user.id }
  return { ...here, services, admin, other, owner, transact, sendAll, settled: limited.close }
}
type Office = Awaited<ReturnType<typeof office>>

const stranger = `victim-${crypto.randomUUID()}`
const secret = 'kumo no mine ikutsu'
const person = { first_name: '栞', family_name: '松本', preferred_name: '' }

const signUp = ({ visitor }: Office, email: string) =>
  visitor(newAddress()).post('/onboarding', { ...person, email, password: secret })

/** The requests by which a person gets each kind of email, all to one mailbox. `n` numbers the requests. */
const requests: Record<
  'signUp' | 'entry' | 'passwordReset' | 'emailChange' | 'invitation',
  (here: Office, n: number) => Promise<unknown>
> = {
  signUp: (here, n) => signUp(here, `${stranger}+${n}@example.com`),
  entry: (here, n) => signUp(here, `${stranger}+${n}@example.org`),
  passwordReset: ({ visitor, other }) =>
    visitor(newAddress()).post('/auth/password-reset', { email: other.user.email }),
  emailChange: ({ other }, n) => other.patch('/users/me/profile', { ...person, email: `${stranger}+${n}@example.net` }),
  invitation: ({ admin }, n) => admin.post('/invitations/', { email: `${stranger}+i${n}@example.com` }),
}

const toAdministrators = (
  { services, transact, sendAll, teamId }: Office,
  kind: Parameters<typeof alertAdministrators>[3],
): Promise<void> =>
  transact((db) =>
    alertAdministrators(services, db, { teamId }, kind, { name: '松本', by: '松本', email: 'x@example.com' }),
  ).then(sendAll)

const alert = ({ services, transact, sendAll, owner }: Office, kind: SecurityAlert) =>
  transact((db) => alertOwner(services, db, owner, kind, { name: 'x' })).then(sendAll)

const release = ({ services, transact, sendAll, owner }: Office, kind: Parameters<typeof alertReleasedAddress>[3]) =>
  transact((db) => alertReleasedAddress(services, db, owner, kind)).then(sendAll)

const farewell = ({ services, transact, sendAll, owner }: Office, kind: Parameters<typeof alertLeaver>[3]) =>
  transact((db) => alertLeaver(services, db, owner, kind)).then(sendAll)

/** The actions that cause each notice, except for alerts. */
const notices: Record<
  Exclude<MailKind, SecurityAlert | keyof typeof requests | 'reminder' | 'mention' | 'month' | 'week'>,
  (here: Office) => Promise<unknown>
> = {
  setupsStopped: (here) => toAdministrators(here, 'setupsStopped'),
  memberJoined: (here) => toAdministrators(here, 'memberJoined'),
  memberSignedUp: (here) => toAdministrators(here, 'memberSignedUp'),
  signedUpMeanwhile: (here) => toAdministrators(here, 'signedUpMeanwhile'),
  memberReactivated: (here) => toAdministrators(here, 'memberReactivated'),
  memberRestored: (here) => toAdministrators(here, 'memberRestored'),
  administratorRestored: (here) => toAdministrators(here, 'administratorRestored'),
  accountLeft: (here) => farewell(here, 'accountLeft'),
  accountErased: (here) => farewell(here, 'accountErased'),
  addressReleased: (here) => release(here, 'addressReleased'),
  addressToDirectory: (here) => release(here, 'addressToDirectory'),
  addressToOwner: (here) => release(here, 'addressToOwner'),
  async slackBroken({ services, teamId, transact, owner }) {
    const workspace = {
      team_id: teamId,
      workspace_id: `T-${teamId}`,
      name: 'x',
      secret: 'x',
      installed_by: owner.userId,
    }
    await transact((db) =>
      db
        .insertInto('slack_workspaces')
        .values(workspace)
        .onConflict((known) => known.doNothing())
        .execute(),
    )
    await markDisconnected(services, { teamId }, 'unauthorized')
    await markConnected(services, { teamId })
  },
  async webhookStopped({ services, admin, teamId, transact }) {
    const { body } = await admin.get('/webhooks')
    const { id } =
      body.webhooks?.[0] ??
      (await admin.post('/webhooks', { url: 'https://1.1.1.1/x', events: ['report.submitted'] })).body
    await noteFailed(services, { teamId, id }, { isGone: true })
    await transact((db) => db.updateTable('webhooks').set({ stopped_at: null }).where('id', '=', id).execute())
  },
  async accessPauses({ services, admin, teamId, settled }) {
    const member = { display_name: '佐伯', settings: {} }
    services.sendMail(
      writeNotice('accessPauses', { member, language: 'ja', to: admin.user.email, team: teamId, isProven: true }),
    )
    await settled() // emails that are written at the same time arrive in any order
  },
}

/** Returns the emails to the mailbox that got the most emails. */
function most(): Message[] {
  const boxes = Map.groupBy(sent, ({ to }) => to.replace(/\+[^@]*/u, ''))
  return [...boxes.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

async function repeat(here: Office, act: (here: Office, n: number) => Promise<unknown>, times = often) {
  for (let n = 0; n < times; n += 1) await act(here, n)
  await here.settled()
  return most()
}

const last = 'この種類のメールはお送りしません'

test.each(Object.entries(requests))(
  'thirty requests send at most fifteen emails to a mailbox: %s',
  async (kind, act) => {
    const here = await office(kind === 'entry' ? { signUpDomains: ['example.org'] } : {})
    const mails = await repeat(here, act, some)
    expect(mails.length).toBeGreaterThan(1)
    expect(mails.length).toBeLessThanOrEqual(15)
  },
)

const alerts = Object.keys(mailKinds).filter((kind): kind is SecurityAlert => mailKinds[kind as MailKind] === 'alert')

test('a hundred security alerts send twenty emails, and the last says that no more follow', async () => {
  const mails = await repeat(await office(), (here, n) => alert(here, alerts[n % alerts.length]!))
  expect(mails.map(({ text }) => text.includes(last))).toEqual([...Array.from({ length: 19 }, () => false), true])
})

test.each(Object.entries(notices))(
  'a hundred actions of one kind send at most twenty emails to a mailbox: %s',
  async (kind, act) => {
    const mails = (await repeat(await office(), act)).filter(({ notice }) => notice?.kind === kind)
    // Addresses that nobody has proven share a lower limit.
    const isUnproven = kind.startsWith('address')
    expect(mails).toHaveLength(isUnproven ? 10 : 20)
    expect(mails.map(({ text }) => text.includes(last))).toEqual(mails.map((_, at) => at === mails.length - 1))
  },
)

test('a member gets at most one email in three minutes for a hundred comments and reminders', async () => {
  const here = await office()
  const { admin, other, app, clock, services } = here
  const { body: report } = await admin.post('/daily-reports', draft())
  for (let n = 0; n < often; n += 1) {
    await other.post(`/daily-reports/${report.id}/comments`, { body: `${n}`, mentions: [admin.user.id] })
    await queueReminders(services)
    await queueWeekMails(services)
    clock.now = new Date(clock.now.getTime() + 36_000)
    if (n % 5 === 4) expect(await runJobs(app)).toEqual([])
  }
  const ofComments = sent.filter(({ to }) => to === admin.user.email)
  expect(ofComments.length).toBeGreaterThan(1)
  expect(ofComments.length).toBeLessThanOrEqual(21)
  expect(sent.filter(({ to }) => to === other.user.email).length).toBeLessThanOrEqual(2)
})

test('thirty changes of an administrator’s role send at most twenty emails to each mailbox', async () => {
  const here = await office()
  const third = await here.member('三浦')
  await repeat(
    here,
    async ({ admin }) => {
      await admin.patch(`/users/${third.user.id}`, { is_admin: true })
      await admin.patch(`/users/${third.user.id}`, { is_admin: false })
    },
    some,
  )
  expect(sent.filter(({ to }) => to === here.admin.user.email)).toHaveLength(20)
  expect(sent.filter(({ to }) => to === third.user.email)).toHaveLength(10)
})

test('thirty sign-ups by a stranger cause at most 25 emails to the address’s owner', async () => {
  const here = await office({ signUp: 'new-team' })
  const email = `stranger-${crypto.randomUUID()}@example.com`
  const mails = await repeat(
    here,
    async () => {
      await signUp(here, email)
      const { body } = await here.visitor(newAddress()).post('/auth/login', { username: email, password: secret })
      const own = { authorization: `Bearer ${body.access_token}` }
      expect(
        (await here.visitor().call('DELETE', '/users/me', { password: secret, reports: 'erase' }, own)).status,
      ).toBe(204)
    },
    some,
  )
  expect(mails.every(({ to }) => to === email)).toBe(true)
  expect(mails.length).toBeGreaterThan(5)
  expect(mails.length).toBeLessThanOrEqual(25)
})

test('a team that exceeds the limit for notices does not stop another team’s notices', async () => {
  const [first, second] = [await office(), await office()]
  const { admin } = first
  await repeat(first, (here) => toAdministrators(here, 'memberJoined'))
  const member = { display_name: '佐伯', settings: {} }
  const notice = { member, language: 'ja', to: admin.user.email, isProven: true } as const
  second.services.sendMail(writeNotice('memberJoined', { ...notice, team: second.teamId }))
  first.services.sendMail(writeNotice('memberRestored', { ...notice, team: first.teamId }))
  await second.settled()
  await first.settled()
  expect(most().length).toBe(22)
})
