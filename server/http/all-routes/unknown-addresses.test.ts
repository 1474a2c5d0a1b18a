import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withTeamTransaction } from '#server/db/database.ts'
import { routesOf } from '#server/testing/described.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { type Answer } from '#server/testing/client.ts'
import { newAddress, team } from '#server/testing/team.ts'

/** The public calls that take an email address, with their bodies. A new call must be listed here. */
const calls: Record<string, (email: string) => object> = {
  'POST /auth/login': (username) => ({ username, password: 'wrong password' }),
  'POST /auth/password-reset': (email) => ({ email }),
  'POST /onboarding': (email) => ({
    email,
    first_name: '直樹',
    family_name: '早川',
    password: 'ten letters',
  }),
  // The call checks the provider's proof first, which contains the address.
  'POST /users/google/onboarding': (email) => ({
    email,
    first_name: '直樹',
    family_name: '早川',
    password: 'ten letters',
    confirm_password: 'ten letters',
  }),
}
/**
 * This call reveals whether an address is taken: it answers `email_taken` (D7.18), or creates an account at once
 * (E1.01).
 */
const revealing = new Set(['POST /onboarding'])

type Described = { properties?: Record<string, unknown> }

/** Starts a server with mail, and creates an address of each kind. */
async function addresses() {
  const mailbox = await openMailbox()
  const here = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const make = async (values: { email_proven_at?: Date; is_active?: boolean }) => {
    const { user } = await here.member()
    if (Object.keys(values).length > 0)
      await withTeamTransaction(here.database, here, (db) =>
        db.updateTable('users').set(values).where('team_id', '=', here.teamId).where('id', '=', user.id).execute(),
      )
    return user.email
  }
  await here.member() // an administrator, so that others can be deactivated
  const kinds = {
    unproven: await make({}),
    proven: await make({ email_proven_at: new Date() }),
    deactivated: await make({ email_proven_at: new Date(), is_active: false }),
    unknown: `${crypto.randomUUID()}@example.com`,
  }
  return { ...here, kinds }
}

/** Returns the response without the parts that differ in each call. */
const seen = ({ status, body, headers }: Answer, email: string) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return JSON.stringify({ status, body, rest }).replaceAll(email, 'EMAIL')
}

test('this test covers every public call that accepts an email address', async () => {
  const { app, visitor } = await team()
  const takesAddress = (schema: unknown) => {
    const { properties = {} } = z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' }) as Described
    return 'email' in properties || 'username' in properties
  }
  const taking = routesOf(app).filter(({ schema }) => schema?.body && takesAddress(schema.body))
  const isPublic = await Promise.all(
    taking.map(
      async ({ method, path }) => (await visitor().call(method, path.replaceAll(/:\w+/gu, 'x'), {})).status !== 401,
    ),
  )
  expect(
    taking
      .filter((_, at) => isPublic[at])
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(calls).toSorted())
})

test.each(Object.keys(calls).filter((call) => !revealing.has(call)))(
  'the response does not reveal whether an email address has an account: %s',
  async (call) => {
    const { kinds, visitor } = await addresses()
    const path = call.split(' ')[1]!
    const answers = new Map<string, string[]>()
    for (const [kind, email] of Object.entries(kinds)) {
      const caller = visitor(newAddress())
      const each: string[] = []
      for (let count = 0; count < 7; count += 1) each.push(seen(await caller.post(path, calls[call]!(email)), email))
      // The remaining seconds may differ between two calls.
      answers.set(
        kind,
        each.map((text) =>
          text.replaceAll(/"retry-after":"\d+"/gu, '"retry-after":"N"').replaceAll(/\d{1,2}:\d{2}/gu, 'TIME'),
        ),
      )
    }
    for (const kind of Object.keys(kinds)) expect([kind, answers.get(kind)]).toEqual([kind, answers.get('unknown')])
  },
)

test('a sign-up reveals that an address is taken, but not whether its account is active', async () => {
  const { kinds, visitor } = await addresses()
  const signUp = async (email: string) =>
    seen(await visitor().post('/onboarding', calls['POST /onboarding']!(email)), email)
  expect(await signUp(kinds.deactivated)).toBe(await signUp(kinds.proven))
  expect(await signUp(kinds.proven)).toContain('email_taken')
  expect(await signUp(kinds.unproven)).toContain('"status":201')
})
