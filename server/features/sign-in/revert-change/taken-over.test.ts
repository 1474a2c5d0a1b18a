import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { noteNewcomer } from '#server/access/new-member-alerts/operations.ts'
import { insertUser } from '#server/features/sign-in/registration/sql.ts'
import { type Member, password } from '#server/testing/team.ts'
import { type Here, makesToken, minute, noon, takenOver, webhook } from './testing/taken-over.ts'

/** The ways in which an intruder uses the owner's administrator right. */
const robberies: Record<string, (here: Here) => Promise<unknown>> = {
  'gives the right up in the owner’s name': async ({ change, owner }) => change(owner, owner, { is_admin: false }),
  'names an accomplice who takes the right away': async ({ change, owner, accomplice, advanceClock }) => {
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    return change(accomplice, owner, { is_admin: false })
  },
  'names an accomplice who deactivates the owner': async ({ change, owner, accomplice, advanceClock }) => {
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    return change(accomplice, owner, { is_active: false })
  },
  'names an accomplice who names another, who takes the right away and deactivates the owner': async (here) => {
    const { change, owner, accomplice, second, advanceClock } = here
    await change(owner, accomplice, { is_admin: true })
    advanceClock()
    await change(accomplice, second, { is_admin: true })
    advanceClock()
    await change(second, owner, { is_admin: false })
    return change(second, owner, { is_active: false })
  },
}

test.each(Object.entries(robberies))(
  '“it was not me” gives the owner the administrator right back if an intruder %s',
  async (_robbery, rob) => {
    const here = await takenOver()
    await makesToken(here.owner, 'x')
    here.advanceClock()
    expect(await rob(here)).toMatchObject({ status: 200 })
    const { status, body } = await here.press(await here.mail('アクセストークン'))
    expect(status).toBe(200)
    expect(await here.stateOf(here.owner)).toEqual({ isAdmin: true, isActive: true })
    expect(await here.stateOf(here.accomplice)).toEqual({ isAdmin: false, isActive: true })
    expect(await here.stateOf(here.second)).toEqual({ isAdmin: false, isActive: true })
    const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }
    const reset = await here.visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })
    expect(reset.status).toBe(204)
  },
)

test.each(['takes the right away', 'deactivates'])(
  '“it was not me” does not give the administrator right back if an independent administrator %s',
  async (how) => {
    const { change, owner, other, press, mail, advanceClock, stateOf } = await takenOver()
    await makesToken(owner, 'x')
    advanceClock()
    await change(other, owner, how === 'deactivates' ? { is_active: false } : { is_admin: false })
    await press(await mail('アクセストークン'))
    const { isAdmin, isActive } = await stateOf(owner)
    expect(isAdmin && isActive).toBe(false)
  },
)

test('“it was not me” keeps a later decision of an independent administrator about the owner', async () => {
  const { change, owner, other, accomplice, press, mail, advanceClock, stateOf } = await takenOver()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  await change(other, owner, { is_admin: false })
  await change(accomplice, owner, { is_active: false })
  await press(await mail('管理者'))
  expect(await stateOf(owner)).toEqual({ isAdmin: false, isActive: true })
  expect(await stateOf(accomplice)).toEqual({ isAdmin: false, isActive: true })
})

test('“it was not me” stops the webhooks and password links that an accomplice made', async () => {
  const { change, owner, other, accomplice, second, press, mail, advanceClock, visitor } = await takenOver()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  const { body: made } = await accomplice.post('/webhooks', webhook('accomplice'))
  const { body: link } = await accomplice.post(`/users/${second.user.id}/password-link`)
  await press(await mail('管理者'))
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ id: made.id, state: 'stopped' }])
  const token = new URL(link.url).searchParams.get('token')!
  expect((await visitor().post('/auth/password-reset/check', { token })).status).toBe(400)
})

test.each([{ url: 'https://1.1.1.1/thief' }, { state: 'on' }])(
  '“it was not me” stops a webhook that an intruder changed by %o',
  async (change) => {
    const { owner, other, check, press, mail, advanceClock, database, teamId } = await takenOver()
    const { body: made } = await other.post('/webhooks', webhook('company'))
    if ('state' in change)
      await withTeamTransaction(database, { teamId }, (db) =>
        db.updateTable('webhooks').set({ stopped_at: noon }).execute(),
      )
    advanceClock()
    expect((await owner.patch(`/webhooks/${made.id}`, change)).status).toBe(200)
    advanceClock()
    expect((await other.patch(`/webhooks/${made.id}`, { events: ['report.deleted'] })).status).toBe(200)
    const token = await mail('Webhook')
    expect((await check(token)).changes).toMatchObject([{ kind: 'webhook', name: '1.1.1.1', is_undone: true }])
    expect((await press(token)).status).toBe(200)
    expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'stopped' }])
  },
)

test.each(['running', 'stopped'])(
  'a %s webhook whose address an intruder entered can resume only with another address (E1.11)',
  async (state) => {
    const { owner, other, check, press, mail, advanceClock, database, teamId } = await takenOver()
    const { id } = (await other.post('/webhooks', webhook('company'))).body
    if (state === 'stopped')
      await withTeamTransaction(database, { teamId }, (db) =>
        db.updateTable('webhooks').set({ stopped_at: noon }).execute(),
      )
    advanceClock()
    await owner.patch(`/webhooks/${id}`, { url: webhook('intruder').url })
    const token = await mail('Webhook')
    expect((await check(token)).changes).toMatchObject([{ kind: 'webhook', name: '1.1.1.1', is_undone: true }])
    expect((await press(token)).status).toBe(200)
    const resume = (change: object) => other.patch(`/webhooks/${id}`, { state: 'on', ...change })
    expect(await resume({})).toMatchObject({ status: 409, body: { code: 'webhook_address_disowned' } })
    expect(await resume({ url: webhook('company').url })).toMatchObject({ status: 200, body: { state: 'on' } })
  },
)

test('“it was not me” withdraws an intruder’s invitation, even if a colleague resent it', async () => {
  const { owner, other, check, press, mail, advanceClock } = await takenOver()
  const email = `${crypto.randomUUID()}@example.com`
  const { body: made } = await owner.post('/invitations', { email })
  await makesToken(owner, 'x')
  advanceClock()
  expect((await other.post(`/invitations/${made.id}/resend`)).body).toMatchObject({ invited_by: '佐伯 直樹' })
  const token = await mail('アクセストークン')
  expect((await check(token)).changes).toContainEqual(expect.objectContaining({ kind: 'invitation', name: email }))
  expect((await press(token)).status).toBe(200)
  expect((await other.get('/invitations')).body.invitations).toEqual([])
})

test('“it was not me” closes a team that an intruder opened for sign-ups', async () => {
  const { owner, other, check, press, mail, advanceClock } = await takenOver()
  expect((await other.patch('/teams/me', { invited_only: true })).status).toBe(200)
  expect((await owner.patch('/teams/me', { invited_only: false })).status).toBe(200)
  const token = await mail('招待なしで')
  advanceClock()
  expect((await other.patch('/teams/me', { invited_only: false, month_approval: true })).status).toBe(200)
  expect((await check(token)).changes).toEqual([
    { at: '2026-10-23T03:01:00.000Z', kind: 'team-opened', name: '', is_undone: true },
  ])
  expect((await press(token)).status).toBe(200)
  expect((await other.get('/users/me')).body.team).toMatchObject({ invited_only: true, month_approval: true })
})

test('administrators get an email about people who signed up while an intruder had opened the team', async () => {
  const { app, owner, other, check, press, mail, mailbox, advanceClock, database, teamId } = await takenOver()
  const join = (family_name: string) =>
    withTeamTransaction(database, { teamId }, async (db) => {
      const member = { teamId, userId: crypto.randomUUID() }
      const email = `${member.userId}@example.com`
      const person = { first_name: '直樹', family_name, preferred_name: '', email }
      await insertUser(db, member, person, { emailKey: email, provenAt: noon, settings: {} })
      await noteNewcomer(app.services, db, member, email)
    })
  const open = async (by: Member) => {
    for (const invited_only of [true, false]) expect((await by.patch('/teams/me', { invited_only })).status).toBe(200)
    advanceClock()
  }
  await open(other)
  await join('客')
  await open(owner)
  const token = await mail('招待なしで')
  for (let n = 1; n <= 22; n += 1) await join(`仲間${n}`)
  // The intruder closes the team again, to hide that it was open.
  await owner.patch('/teams/me', { invited_only: true })
  const { changes } = await check(token)
  const names = (kind: string) =>
    changes.filter((one: { kind: string }) => one.kind === kind).map(({ name }: { name: string }) => name)
  expect(names('signed-up')).toHaveLength(20)
  expect(names('signed-up')).toContain('仲間22 直樹')
  expect(names('more-signed-up')).toEqual(['2'])
  expect((await press(token)).status).toBe(200)
  const mails = () => mailbox.mails.filter(({ subject }) => subject === 'チームに参加した人を確認してください')
  await expect
    .poll(() =>
      mails()
        .map(({ to }) => to)
        .toSorted(),
    )
    .toEqual([owner, other].map(({ user }) => user.email).toSorted())
  expect(mails()[0]!.text).toMatch(/22人です[^]*仲間22 直樹\n仲間21 直樹/u)
  expect(mails()[0]!.text).not.toContain('客')
})

test('“it was not me” keeps a team open that another administrator closed and opened again', async () => {
  const { owner, other, check, press, mail, advanceClock } = await takenOver()
  for (const by of [owner, other]) {
    expect((await other.patch('/teams/me', { invited_only: true })).status).toBe(200)
    expect((await by.patch('/teams/me', { invited_only: false })).status).toBe(200)
    advanceClock()
  }
  const token = await mail('招待なしで')
  expect((await check(token)).changes).toEqual([])
  expect((await press(token)).status).toBe(200)
  expect((await other.get('/users/me')).body.team.invited_only).toBe(false)
})

test('the link of the newest email undoes everything since the intruder’s session began', async () => {
  const { owner, other, accomplice, change, check, press, mail, advanceClock } = await takenOver()
  await owner.post('/webhooks', webhook('a'))
  const oldest = await mail('Webhook')
  advanceClock()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  await makesToken(owner, '夜間バックアップ')
  const newest = await mail('アクセストークン')
  const { changes } = await check(newest)
  expect(changes).toEqual([
    { at: '2026-10-23T03:01:00.000Z', kind: 'webhook', name: '1.1.1.1', is_undone: true },
    { at: '2026-10-23T03:02:00.000Z', kind: 'administrator', name: '共犯 直樹', is_undone: true },
    { at: '2026-10-23T03:03:00.000Z', kind: 'token', name: '夜間バックアップ', is_undone: true },
  ])
  expect((await check(oldest)).changes).toEqual(changes)
  expect((await press(newest)).status).toBe(200)
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'stopped' }])
  expect((await other.get(`/users/${accomplice.user.id}`)).body.is_admin).toBe(false)
  expect(await check(oldest)).toMatchObject({ code: 'link_invalid' })
})

test('“it was not me” undoes only the changes since the chosen one', async () => {
  const { owner, other, check, press, mail, advanceClock } = await takenOver()
  await owner.post('/webhooks', webhook('wanted'))
  advanceClock()
  await owner.post('/webhooks', webhook('strange'))
  await mail('Webhook')
  const newest = await mail('Webhook')
  const { changes } = await check(newest)
  advanceClock()
  const from = changes[1].at
  expect((await press(newest, { from })).status).toBe(200)
  const { webhooks } = (await other.get('/webhooks')).body
  expect(webhooks.map(({ url, state }: { url: string; state: string }) => [url, state])).toEqual([
    ['https://1.1.1.1/wanted', 'on'],
    ['https://1.1.1.1/strange', 'stopped'],
  ])
})

test('“it was not me” undoes the reported change even if a later time is chosen', async () => {
  const { owner, other, press, mail, clock } = await takenOver()
  await owner.post('/webhooks', webhook('strange'))
  const from = new Date(clock.now.getTime() + minute).toISOString()
  await press(await mail('Webhook'), { from })
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'stopped' }])
})

test('the page of an emailed link lists what confirming does not undo', async () => {
  const { owner, other, accomplice, second, change, check, mail, advanceClock, visitor, database, teamId } =
    await takenOver()
  const email = `${crypto.randomUUID()}@example.com`
  await owner.post('/invitations', { email })
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('invitations').set({ accepted_at: noon }).where('email', '=', email).execute(),
  )
  advanceClock()
  await change(owner, other, { is_admin: false })
  await change(owner, accomplice, { is_active: false })
  advanceClock()
  await change(owner, accomplice, { is_active: true })
  advanceClock()
  const { body: link } = await owner.post(`/users/${second.user.id}/password-link`)
  const token = new URL(link.url).searchParams.get('token')!
  const chosen = { new_password: 'river stone lantern', confirm_password: 'river stone lantern' }
  expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  await makesToken(owner, 'x')
  const { changes } = await check(await mail('アクセストークン'))
  const stays = changes.filter((one: { is_undone: boolean }) => !one.is_undone)
  expect(stays.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['joined', email],
    ['administrator-removed', '佐伯 直樹'],
    ['let-in', '共犯 直樹'],
  ])
})

test('the links in emails of a later session also undo a change that an earlier email reports', async () => {
  const { owner, other, visitor, press, mail, advanceClock } = await takenOver()
  await owner.post('/webhooks', webhook('a'))
  await mail('Webhook')
  advanceClock(10)
  const { body } = await visitor().post('/auth/login', { username: owner.user.email, password })
  const draft = { name: 'x', scopes: ['read'], expires_on: '2026-12-01' }
  advanceClock()
  expect((await visitor().post('/tokens', draft, { authorization: `Bearer ${body.access_token}` })).status).toBe(201)
  await press(await mail('アクセストークン'))
  expect((await other.get('/webhooks')).body.webhooks).toMatchObject([{ state: 'stopped' }])
})
