import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { type Database, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { inDatabaseOf } from '#server/testing/embedded-database.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { startApp } from '#server/testing/team.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-admin-'))
chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command in a process of its own, as an operator does. */
async function admin(words: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['cli/admin.ts', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      DATA_DIR: folder,
      ...more,
    },
  })
  let [said, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said: said.trim(), stderr: stderr.trim() }
}

async function addMember(database: Database, teamId: string, email: string) {
  const names = { first_name: '美咲', family_name: '佐伯', preferred_name: '' }
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('users')
      .values({ team_id: teamId, id: newId(), ...names, email, email_key: email })
      .execute(),
  )
}

const stateOf = async (database: Database, email: string) => {
  const { is_active, is_admin } = await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('users').where('email', '=', email).select(['is_active', 'is_admin']).executeTakeFirstOrThrow(),
  )
  return { is_active, is_admin }
}

test('`asakai admin` reports a missing database in DATA_DIR, and creates none', async () => {
  const nowhere = { DATA_DIR: join(folder, 'not_connected') }
  const { status, stderr } = await admin(['list'], nowhere)
  const sentence = `There is no database in DATA_DIR ${nowhere.DATA_DIR}. Check DATA_DIR; npm start creates a database.`
  expect([status, stderr]).toEqual([1, sentence])
})

test('`asakai admin` works whether the server is running or not', { timeout: 90_000 }, async () => {
  const teamId = newId()
  await inDatabaseOf(folder, async (database) => {
    await database
      .insertInto('teams')
      .values({ id: teamId, name: 'ひので\u001B[2J', time_zone: 'Asia/Tokyo' })
      .execute()
    await addMember(database, teamId, 'first@example.com')
    await addMember(database, teamId, 'second@example.com')
    await addMember(database, teamId, 'gone@left.invalid')
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('users')
        .set({ is_active: false, left_at: new Date() })
        .where('email', '=', 'gone@left.invalid')
        .execute(),
    )

    const refused = await admin(['deactivate', 'first@example.com'])
    expect(refused).toMatchObject({ status: 1, said: '', stderr: expect.stringContaining('last administrator') })
    expect(await admin(['deactivate', 'nobody@example.com'])).toMatchObject({
      status: 1,
      stderr: 'There is no account with the email nobody@example.com.',
    })

    // the member left the team, which deletes the account
    expect((await admin(['reset-password', 'gone@left.invalid'])).status).toBe(1)

    const made = await admin(['make-admin', 'Second@Example.com'])
    expect(made).toMatchObject({ status: 0, said: 'Second@Example.com is active and an administrator.' })
    expect(JSON.parse(made.stderr)).toMatchObject({ event: 'administrator_made', team: teamId, by: 'operator' })
    expect(await stateOf(database, 'second@example.com')).toEqual({ is_active: true, is_admin: true })

    const away = await admin(['deactivate', 'second@example.com'])
    expect(away.said).toBe('second@example.com is deactivated and signed out everywhere.')
    expect(await stateOf(database, 'second@example.com')).toEqual({ is_active: false, is_admin: true })
    expect((await admin(['end-sessions', 'second@example.com'])).said).toBe(
      'second@example.com is signed out everywhere.',
    )

    const { said } = await admin(['reset-password', 'first@example.com'], { PUBLIC_URL: 'https://asakai.example' })
    const link = new URL(/https:\S+$/u.exec(said)![0])
    expect(link.href).toMatch(/^https:\/\/asakai\.example\/password-reset\?token=/u)
    const { visitor } = await startApp({ database })
    const new_password = 'a long pass phrase'
    const reset = { token: link.searchParams.get('token'), new_password, confirm_password: new_password }
    expect((await visitor().put('/auth/password-reset', reset)).status).toBe(204)
    const signIn = { username: 'first@example.com', password: new_password }
    expect((await visitor().post('/auth/login', signIn)).status).toBe(200)
  })

  expect((await admin(['reactivate', 'second@example.com'])).said).toBe('second@example.com is active and can sign in.')
  const mailbox = await openMailbox()
  const again = async (SMTP_URL: string) => {
    await admin(['deactivate', 'second@example.com'])
    return admin(['reactivate', 'second@example.com'], { SMTP_URL })
  }
  expect(await again(mailbox.url)).toMatchObject({ status: 0, said: 'second@example.com is active and can sign in.' })
  expect(mailbox.mails).toMatchObject([{ to: 'first@example.com' }])
  expect(await again('smtp://127.0.0.1:1')).toMatchObject({
    status: 0,
    said: 'second@example.com is active and can sign in.\nThe mail server rejected the email to first@example.com about it (unavailable).',
  })
  expect((await admin(['list'])).said.split('\n')).toEqual([
    'first@example.com\tactive\tadministrator\tひので [2J',
    'second@example.com\tactive\tmember\tひので [2J',
  ])
})

test('`asakai admin test-mail` sends an email, or says why it cannot', async () => {
  const mailbox = await openMailbox()
  expect(await admin(['test-mail', 'ops@example.com'], { SMTP_URL: mailbox.url })).toMatchObject({
    status: 0,
    said: 'The mail server accepted a test email to ops@example.com.',
  })
  expect(mailbox.mails).toMatchObject([{ to: 'ops@example.com' }])
  const ASAKAI_CONFIG = join(folder, 'asakai.env')
  writeFileSync(ASAKAI_CONFIG, `SMTP_URL=${mailbox.url}`)
  expect(await admin(['test-mail', 'ops@example.com'], { ASAKAI_CONFIG })).toMatchObject({ status: 0 })
  expect(mailbox.mails).toHaveLength(2)
  expect(await admin(['test-mail', 'ops@example.com'])).toMatchObject({
    status: 1,
    stderr: 'SMTP_URL is not set, so Asakai sends no email. Set SMTP_URL, then try again.',
  })
  expect(await admin(['test-mail', 'ops@example.com'], { SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The mail server rejected the email (unavailable)'),
  })
})

test.each([[[]], [['destroy', 'a@example.com']], [['deactivate']], [['list', 'x']]])(
  '`asakai admin` with the wrong arguments %j prints its usage',
  async (words) => {
    const { status, stderr } = await admin(words)
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run admin -- list |')])
  },
)
