import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { changeByEmail } from '#server/features/team/operator-commands/operations.ts'
import { eventsOf } from '#server/testing/events.ts'
import { patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'

async function withMail() {
  const mailbox = await openMailbox()
  const here = await team({ logLevel: 'error', mail: { url: mailbox.url, from: 'asakai@example.com' } })
  // Creates the members one after the other, because the first one becomes the administrator.
  const [saeki, fujii] = [await here.member('佐伯'), await here.member('藤井')]
  const [hayakawa, miura] = [await here.member('早川'), await here.member('三浦')]
  // The addresses are proven already, because the first proof of an address would undo everything before it (E1.16).
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('users').set({ email_proven_at: here.clock.now }).where('team_id', '=', here.teamId).execute(),
  )
  /** Waits for this number of emails. @returns the emails by recipient */
  const next = async (count: number) => {
    const mails = []
    for (let at = 0; at < count; at += 1) mails.push(await mailbox.next())
    return new Map(mails.map((mail) => [mail.to, mail]))
  }
  return { ...here, mailbox, saeki, fujii, hayakawa, miura, next }
}

test('all administrators get an email about a new administrator (E1.08)', async () => {
  const { saeki, fujii, hayakawa, miura, next } = await withMail()
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  expect([...(await next(2)).keys()].sort()).toEqual([saeki.user.email, fujii.user.email].sort())
  await saeki.patch(`/users/${hayakawa.user.id}`, { is_admin: true })
  const mails = await next(3)
  expect([...mails.keys()].sort()).toEqual([saeki, fujii, hayakawa].map(({ user }) => user.email).sort())
  for (const { subject, text } of mails.values()) {
    expect(subject).toBe('早川 直樹さんが管理者になりました')
    expect(text).toContain('佐伯 直樹さんが早川 直樹さんを')
  }
  const withLink = [...mails.values()].filter(({ text }) => text.includes('/not-me?'))
  expect(withLink.map(({ to }) => to)).toEqual([saeki.user.email])
  // A change without effect sends no email, so the next email is about the next change.
  await saeki.patch(`/users/${hayakawa.user.id}`, { is_admin: true })
  await saeki.patch(`/users/${miura.user.id}`, { is_admin: true })
  expect((await next(1)).values().next().value!.subject).toBe('三浦 直樹さんが管理者になりました')
})

test('"it was not me" removes administrators appointed since the chosen moment, and no earlier ones (E1.11)', async () => {
  const { saeki, fujii, hayakawa, visitor, clock, next, database, teamId } = await withMail()
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  await next(2)
  clock.now = new Date(clock.now.getTime() + 60_000)
  await saeki.patch(`/users/${hayakawa.user.id}`, { is_admin: true })
  const mail = (await next(3)).get(saeki.user.email)!
  const press = { token: tokenIn(mail), from: clock.now.toISOString() }
  expect((await visitor().post('/auth/not-me', press)).status).toBe(200)
  const admins = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('team_id', '=', teamId).where('is_admin', '=', true).select('id').execute(),
  )
  expect(admins.map(({ id }) => id).sort()).toEqual([saeki.user.id, fujii.user.id].sort())
})

/** Lets an intruder make Hayakawa an administrator in Saeki's name. `press`: Saeki opens the link of the email. */
async function intruded(here: Awaited<ReturnType<typeof withMail>>, others: number) {
  const { saeki, hayakawa, visitor, app, clock, next, database, teamId } = here
  const begin = new Date(clock.now.getTime() + 60_000)
  clock.now = begin
  await saeki.patch(`/users/${hayakawa.user.id}`, { is_admin: true })
  const mail = (await next(2 + others)).get(saeki.user.email)!
  return {
    press: async () =>
      (await visitor().post('/auth/not-me', { token: tokenIn(mail), from: begin.toISOString() })).status,
    administrators: async () => {
      const rows = await withTeamTransaction(database, { teamId }, (db) =>
        db.selectFrom('users').where('team_id', '=', teamId).where('is_admin', '=', true).select('id').execute(),
      )
      return rows.map(({ id }) => id)
    },
    events: eventsOf(app),
  }
}

test('"it was not me" removes an administrator who demoted the owner, and restores the owner (E1.11)', async () => {
  const here = await withMail()
  const { saeki, fujii, hayakawa, next, teamId } = here
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  await next(2)
  const { press, administrators, events } = await intruded(here, 1)
  expect((await hayakawa.patch(`/users/${saeki.user.id}`, { is_admin: false })).status).toBe(200)
  expect(await press()).toBe(200)
  expect((await administrators()).sort()).toEqual([saeki.user.id, fujii.user.id].sort())
  const removed = { event: 'administrator_removed', team: teamId, member: hayakawa.user.id, by: saeki.user.id }
  expect(events()).toContainEqual(expect.objectContaining(removed))
})

test('"it was not me" restores the owner’s administrator right if no one else has the right', async () => {
  const here = await withMail()
  const { saeki, hayakawa } = here
  const { press, administrators } = await intruded(here, 0)
  await hayakawa.patch(`/users/${saeki.user.id}`, { is_admin: false })
  expect(await press()).toBe(200)
  expect(await administrators()).toEqual([saeki.user.id])
})

test('"it was not me" keeps an administrator whom the operator has appointed again', async () => {
  const here = await withMail()
  const { saeki, hayakawa, app } = here
  const { press, administrators } = await intruded(here, 0)
  await changeByEmail(app.services, hayakawa.user.email, { is_admin: true })
  expect(await press()).toBe(200)
  expect((await administrators()).sort()).toEqual([saeki.user.id, hayakawa.user.id].sort())
})

test('all administrators get one email about a member whom an administrator reactivates', async () => {
  const { saeki, fujii, hayakawa, next } = await withMail()
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  await next(2)
  const change = (is_active: boolean) => saeki.patch(`/users/${hayakawa.user.id}`, { is_active })
  for (const is_active of [false, true, true]) expect((await change(is_active)).status).toBe(200)
  const mails = await next(2)
  expect([...mails.keys()].sort()).toEqual([saeki.user.email, fujii.user.email].sort())
  for (const { subject, text } of mails.values()) {
    expect(subject).toBe('早川 直樹さんの利用が再開されました')
    expect(text).toContain(hayakawa.user.email)
    expect(text).toContain('佐伯 直樹さんが')
  }
  await change(false)
  await saeki.patch(`/users/${hayakawa.user.id}`, { is_active: true, is_admin: true })
  for (const { subject } of (await next(3)).values()) expect(subject).toBe('早川 直樹さんが管理者になりました')
})

test('all administrators get an email about a member whom the directory reactivates', async () => {
  const mailbox = await openMailbox()
  const here = await teamWithDirectory({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const { administrator, scim } = here
  const [fujii, hayakawa] = [await here.member('藤井'), await here.member('早川')]
  await administrator.patch(`/users/${fujii.user.id}`, { is_admin: true })
  for (const value of [false, true, true]) {
    const change = patchOf({ op: 'replace', path: 'active', value })
    expect((await scim.patch(`/scim/v2/Users/${hayakawa.user.id}`, change)).status).toBe(200)
  }
  const mails = () => mailbox.mails.filter(({ subject }) => subject === '早川 直樹さんの利用が再開されました')
  await expect.poll(mails).toHaveLength(2)
  expect(
    mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([administrator.user.email, fujii.user.email].sort())
  expect(mails()[0]!.text).toContain(`会社のディレクトリが早川 直樹さん(${hayakawa.user.email})の利用を再開しました。`)
})

test.each([[{ is_active: true }], [{ is_active: true, is_admin: true }]])(
  'reactivating a member as the operator by %j returns the emails to all administrators',
  async (change) => {
    const { app, saeki, fujii, hayakawa, next } = await withMail()
    await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
    await next(2)
    const { email } = hayakawa.user
    expect((await changeByEmail(app.services, email, { is_active: false })).mails).toEqual([])
    const { mails } = await changeByEmail(app.services, email, change)
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([saeki.user.email, fujii.user.email]))
    expect(mails[0]).toMatchObject({ subject: '早川 直樹さんの利用が再開されました' })
    expect(mails[0]!.text).toContain(`サーバーの管理者が早川 直樹さん(${email})の利用を再開しました。`)
    expect((await changeByEmail(app.services, email, change)).mails).toEqual([])
  },
)

test('the administrators get an email about each member who joins (E1.09)', async () => {
  const { saeki, fujii, hayakawa, visitor, mailbox, next } = await withMail()
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  await next(2)
  const email = `${crypto.randomUUID()}@example.com`
  await hayakawa.post('/invitations', { email })
  const id = tokenIn(await mailbox.next())
  const person = { first_name: '花', family_name: '森', preferred_name: '' }
  const password = 'asagao kazaguruma'
  const accepted = await visitor().post('/invitations/accept', { id, ...person, password, confirm_password: password })
  expect(accepted.status).toBe(200)
  const mails = await next(2)
  expect([...mails.keys()].sort()).toEqual([saeki.user.email, fujii.user.email].sort())
  for (const { subject, text } of mails.values()) {
    expect(subject).toBe('森 花さんがチームに参加しました')
    expect(text).toContain(email)
    expect(text).toContain('早川 直樹さんの招待')
  }
})
