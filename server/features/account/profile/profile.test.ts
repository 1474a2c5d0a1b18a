import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { establish } from '#server/testing/established.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { password, team } from '#server/testing/team.ts'

const profile = (email: string) => ({ first_name: '美咲', family_name: '伊藤', preferred_name: 'みさき', email })

describe('me', () => {
  test('a member’s own profile contains private fields, but no secret', async () => {
    const { member, teamId } = await team({ timeZone: 'Europe/Tallinn' })
    const { get, user } = await member()

    const { status, body } = await get('/users/me')

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: user.id,
      first_name: '直樹',
      family_name: '早川',
      preferred_name: '',
      email: user.email,
      is_slack_available: false,
      github_avatar_url: null,
      google_avatar_url: null,
      role: 'member',
      is_active: true,
      pending_email: null,
      team: { id: teamId, time_zone: 'Europe/Tallinn' },
      settings: defaultSettings,
      connections: {},
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|argon/u)
  })

  test('PATCH changes the profile, and PUT changes the profile and the settings', async () => {
    const { member } = await team()
    const { get, patch, put, user } = await member()
    const settings = {
      language: 'et',
      first_day_of_week: 'monday',
      notifications: { daily_report: false, destination: 'google-chat' },
      mentions: 'mail',
      week_mail: true,
      backlog: { auto_sync: true, default_priority: 'high', auto_assign: 'none' },
    }
    const patched = await patch('/users/me/profile', profile(user.email))
    const put_ = await put('/users/me', { ...profile(user.email), first_name: '咲', settings })

    expect(patched).toMatchObject({ status: 200, body: profile(user.email) })
    expect(put_).toMatchObject({ status: 200, body: { first_name: '咲', preferred_name: 'みさき', settings } })
    expect((await get('/users/me')).body).toEqual(put_.body)
    expect((await put('/users/me', profile(user.email))).body.settings).toEqual(settings)
    const { first_day_of_week: _, ...ofAnEarlierClient } = { ...settings, language: 'de' }
    const later = await put('/users/me', { ...profile(user.email), settings: ofAnEarlierClient })
    expect(later.body.settings).toEqual({ ...settings, language: 'de' })
  })

  test('settings that an earlier release stored are completed with the defaults', async () => {
    const { database, member, teamId } = await team()
    const { get, user } = await member()
    const { first_day_of_week: _, ...stored } = { ...defaultSettings, language: 'fr' as const }
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('users')
        .set({ settings: JSON.stringify(stored) })
        .where('team_id', '=', teamId)
        .where('id', '=', user.id)
        .execute(),
    )
    expect((await get('/users/me')).body.settings).toEqual({ ...stored, first_day_of_week: null })
  })

  test('a preferred name that is null or missing is stored as empty', async () => {
    const { member } = await team()
    const { patch, put, user } = await member()
    const { preferred_name: _, ...without } = profile(user.email)
    for (const change of [{ ...without, preferred_name: null }, without]) {
      await patch('/users/me/profile', profile(user.email))
      expect(await put('/users/me', change)).toMatchObject({ status: 200, body: { preferred_name: '' } })
    }
  })

  test.each([
    [{ first_name: '' }, 'first_name', 'required'],
    [{ family_name: ' ' }, 'family_name', 'required'],
    [{ email: 'nobody' }, 'email', 'invalid_email'],
    [{ preferred_name: 'x'.repeat(101) }, 'preferred_name', 'too_long'],
    [{ first_name: '\ud800' }, 'first_name', 'invalid_characters'],
  ])('the profile change %j is refused, and the error names the field', async (change, field, code) => {
    const { member } = await team()
    const { patch, user } = await member()
    const { status, body } = await patch('/users/me/profile', { ...profile(user.email), ...change })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field, code }])
  })

  test('an unknown setting is refused, and the error names the field', async () => {
    const { member } = await team()
    const { put, user } = await member()
    const { status, body } = await put('/users/me', {
      ...profile(user.email),
      settings: { ...defaultSettings, notifications: { daily_report: true, destination: 'fax' } },
    })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: 'settings.notifications.destination', code: 'invalid' }])
  })
})

describe('settings', () => {
  const notifications = { daily_report: false, destination: 'google-chat' }

  test('changing one part of the settings keeps the other settings and the profile', async () => {
    const { member } = await team()
    const { get, patch, user } = await member()
    const backlog = { auto_sync: true, default_priority: 'low', auto_assign: 'team-lead' }

    expect((await patch('/users/me/settings', { notifications })).body.settings).toEqual({
      ...defaultSettings,
      notifications,
    })
    const answer = await patch('/users/me/settings', { backlog })

    expect(answer).toMatchObject({ status: 200, body: { email: user.email, first_name: '直樹' } })
    expect(answer.body.settings).toEqual({ ...defaultSettings, notifications, backlog })
    expect((await get('/users/me')).body).toEqual(answer.body)
  })

  test('changing settings does not affect a colleague’s settings', async () => {
    const { member } = await team()
    for (const language of ['fr', 'de', 'et'] as const) await member('早川', { language })
    const [first, second] = [await member('阿部', { language: 'en' }), await member('伊藤', { language: 'it' })]
    const change = { first_day_of_week: 'monday' }
    expect((await second.patch('/users/me/settings', change)).body.settings).toMatchObject({
      ...change,
      language: 'it',
    })
    expect((await first.patch('/users/me/settings', change)).body.settings).toMatchObject({ ...change, language: 'en' })
  })

  test('many simultaneous changes of the settings are all stored', async () => {
    const { member } = await team()
    const { get, patch } = await member()
    const changes = [
      { notifications },
      { language: 'et' },
      { first_day_of_week: 'monday' },
      { mentions: 'none' },
      { week_mail: true },
      { backlog: { ...defaultSettings.backlog, auto_sync: true } },
    ]
    const answers = await Promise.all(changes.map((change) => patch('/users/me/settings', change)))
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect((await get('/users/me')).body.settings).toEqual(Object.assign({}, ...changes))
  })

  test.each([
    [{ notifications: { ...notifications, destination: 'fax' } }, 'notifications.destination'],
    [{ backlog: { auto_sync: 'yes', default_priority: 'low', auto_assign: 'none' } }, 'backlog.auto_sync'],
    [{ language: 'tlh' }, 'language'],
    [{ first_day_of_week: 'saturday' }, 'first_day_of_week'],
  ])('the settings %j are refused', async (change, field) => {
    const { member } = await team()
    const { get, patch } = await member()
    expect(await patch('/users/me/settings', change)).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect((await get('/users/me')).body.settings).toEqual(defaultSettings)
  })
})

describe('a changed email', () => {
  test('a new email applies at once if no mail server is configured', async () => {
    const { member, visitor } = await team()
    const { patch, user } = await member()
    const email = `New.${user.email}`
    expect((await patch('/users/me/profile', profile(email))).body).toMatchObject({ email, pending_email: null })
    expect((await visitor().post('/auth/login', { username: email, password })).status).toBe(200)
    expect((await patch('/users/me/profile', profile(email.toLowerCase()))).body.email).toBe(email.toLowerCase())
  })

  test('a new email that belongs to another member of any team is refused with 409', async () => {
    const [ours, theirs] = await Promise.all([team(), team()])
    const [me, colleague, stranger] = [await ours.member(), await ours.member(), await theirs.member()]
    for (const { user } of [colleague, stranger])
      expect(await me.patch('/users/me/profile', profile(user.email.toUpperCase()))).toMatchObject({
        status: 409,
        body: { code: 'email_taken', errors: [{ field: 'email' }] },
      })
  })

  test('a new email applies after its link is opened, and the old address is notified', async () => {
    const mailbox = await openMailbox()
    const { member, visitor } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const colleague = await member('阿部')
    const { get, patch, user } = await member('早川', { language: 'en' })
    const email = `new.${user.email}`

    const changed = await patch('/users/me/profile', profile(email))
    const mails = [await mailbox.next(), await mailbox.next()]

    expect(changed.body).toMatchObject({ email: user.email, pending_email: email, first_name: '美咲' })
    const [proof, notice] = [email, user.email].map((to) => mails.find((mail) => mail.to === to)!)
    expect(notice!.text).toContain(email)
    expect(notice!.text).not.toContain(tokenIn(proof!))
    expect((await visitor().post('/auth/email-proof', { token: tokenIn(proof!) })).status).toBe(204)
    expect((await get('/users/me')).body).toMatchObject({ email, pending_email: null })
    expect((await colleague.get('/users/me')).body).toMatchObject({ email: colleague.user.email, pending_email: null })
  })

  test('withdrawing a new email invalidates its link', async () => {
    const mailbox = await openMailbox()
    const { member, visitor } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const { get, patch, user } = await member()
    const email = `new.${user.email}`
    await patch('/users/me/profile', profile(email))
    const mails = [await mailbox.next(), await mailbox.next()]

    expect((await patch('/users/me/profile', profile(user.email))).body.pending_email).toBeNull()
    const token = tokenIn(mails.find((mail) => mail.to === email)!)
    expect((await visitor().post('/auth/email-proof', { token })).status).toBe(400)
    expect((await get('/users/me')).body.email).toBe(user.email)
  })

  test('a new email is refused if another member proves it before the link is opened', async () => {
    const mailbox = await openMailbox()
    const { member, visitor, database, teamId } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const { patch, user } = await member()
    const email = `new.${user.email}`
    await patch('/users/me/profile', profile(email))
    const mails = [await mailbox.next(), await mailbox.next()]
    const other = await member('伊藤', { email })
    await withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', other.user.id).execute(),
    )

    const token = tokenIn(mails.find((mail) => mail.to === email)!)
    expect(await visitor().post('/auth/email-proof', { token })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  })
})

test('changing a member’s profile and settings does not change a colleague’s', async () => {
  const { member, visitor } = await team()
  const colleague = await member('阿部')
  const { patch, user } = await member('早川')
  const before = (await colleague.get('/users/me')).body
  const settings = { language: 'de' }
  expect((await patch('/users/me/settings', settings)).body).toMatchObject({ id: user.id, settings })
  const changed = await patch('/users/me/profile', profile(`new.${user.email}`))
  expect(changed.body).toMatchObject({ id: user.id, email: `new.${user.email}` })
  expect((await colleague.get('/users/me')).body).toEqual(before)
  expect((await visitor().post('/auth/login', { username: colleague.user.email, password })).status).toBe(200)
})

test('changing an email also changes the invitation that the member accepted, and no other', async () => {
  const { member, database, teamId } = await team()
  const [colleague, me] = [await member('阿部'), await member('早川')]
  const at = new Date('2026-10-23T03:00:00Z')
  const of = (email: string, accepted_at: Date | null) => ({
    team_id: teamId,
    id: randomUUID(),
    email,
    email_key: email,
    token_hash: Buffer.from(''),
    by_mail: true,
    invited_by: colleague.user.id,
    expires_at: at,
    accepted_at,
  })
  const sent = [of(me.user.email, at), of(me.user.email, null), of(colleague.user.email, at)]
  await withTeamTransaction(database, { teamId }, (db) => db.insertInto('invitations').values(sent).execute())
  const email = `new.${me.user.email}`
  expect((await me.patch('/users/me/profile', profile(email))).body.email).toBe(email)

  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<{ id: string; email: string }>`select id, email from invitations where team_id = ${teamId}`.execute(db),
  )
  const after = new Map(rows.map((row) => [row.id, row.email]))
  expect(sent.map(({ id }) => after.get(id))).toEqual([email, me.user.email, colleague.user.email])
})

describe('members', () => {
  test('the list of members is ordered by name', async () => {
    const { member } = await team()
    const members = [await member('Chiba'), await member('Abe'), await member('Baba')]
    const { body } = await members[0]!.get('/users')
    expect(body.map((user: { family_name: string }) => user.family_name)).toEqual(['Abe', 'Baba', 'Chiba'])
    const { body: first } = await members[0]!.get('/users?limit=2')
    expect(first).toEqual(body.slice(0, 2))
  })

  test('the list of members contains only the caller’s team, page by page', async () => {
    const [ours, theirs] = await Promise.all([team(), team()])
    const me = await ours.member('早川')
    await ours.member('阿部')
    await ours.member('渡辺')
    const stranger = await theirs.member('他人')

    const all = await me.get('/users/')
    expect(all.status).toBe(200)
    expect(all.body).toHaveLength(3)
    expect(all.body.map((user: { id: string }) => user.id)).not.toContain(stranger.user.id)
    expect(Object.keys(all.body[0])).toEqual(
      expect.arrayContaining(['role', 'is_active', 'last_active', 'updated_at', 'email', 'family_name']),
    )
    expect((await me.get('/users?limit=2&offset=2')).body).toEqual(all.body.slice(2))
    expect((await me.get('/users/?limit=101')).status).toBe(400)
    expect((await me.get('/users/?limit=0')).status).toBe(400)
    expect((await me.get('/users/?offset=-1')).status).toBe(400)
  })

  test('a member whose preferred name is only white space is listed with the full name', async () => {
    const { member } = await team()
    const { get, post } = await member('早川', { preferred_name: '\t\v\u00a0\u2003\u3000\ufeff' })
    await post('/insights/', { type: 'keep', note: '一' })
    expect((await get('/insights/')).body.insights[0].user_name).toBe('早川 直樹')
  })

  test('reading a profile by id returns a colleague, and the same 404 for strangers and unknown ids', async () => {
    const [ours, theirs] = await Promise.all([team(), team()])
    const [me, colleague, stranger] = [await ours.member(), await ours.member('伊藤'), await theirs.member()]

    expect((await me.get(`/users/${colleague.user.id}`)).body).toMatchObject({
      id: colleague.user.id,
      family_name: '伊藤',
    })
    const hidden = await me.get(`/users/${stranger.user.id}`)
    expect(hidden).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await me.get(`/users/${randomUUID()}`)).body).toEqual(hidden.body)
    expect((await me.get('/users/no-id')).body).toEqual(hidden.body)
    expect(colleague).not.toHaveProperty('pending_email')
  })

  test('a colleague’s profile hides the settings, the pending email and the connections', async () => {
    const { member } = await team()
    const [me, colleague] = [await member(), await member('伊藤')]
    const { body } = await me.get(`/users/${colleague.user.id}`)
    for (const key of ['settings', 'pending_email', 'connections', 'email_key', 'team_id'])
      expect(body).not.toHaveProperty(key)
  })
})

test('a mailbox gets at most ten emails a day about new addresses, in any spelling of its address', async () => {
  const mailbox = await openMailbox()
  const made = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const me = await made.member()
  await establish(made)
  const victim = `victim-${crypto.randomUUID()}`
  const change = async (email: string) =>
    (await me.patch('/users/me/profile', { first_name: '直樹', family_name: '早川', email })).status
  for (let count = 0; count < 6; count++)
    expect(await change(`${count % 2 ? 'V' : 'v'}${victim.slice(1)}@x.example`)).toBe(200)
  for (const _mail of ['the link', 'the notice']) await mailbox.next()

  const statuses: number[] = []
  for (let count = 0; count < 10; count++) statuses.push(await change(`${victim}+${count}@x.example`))
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429])
  for (let count = 0; count < 18; count++) await mailbox.next()
  expect(mailbox.mails).toHaveLength(20)
  expect(mailbox.mails.filter(({ to }) => to === me.user.email)).toHaveLength(10)
})
