import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { signInAsPerson } from '#server/features/sign-in/openid/company.fixture.ts'
import { makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { pauses, personOf } from './testing/company-endings.ts'
import { allWays, endings, heldBack, resetPassword } from './testing/endings.ts'
import { chosen, noon, prove, publicUrl, teamOfTwo } from './testing/team-of-two.ts'
import { ways } from './testing/ways.ts'

/** Creates a team, and ends access in one way. Returns which things still work. */
async function teamAfter({ options, before, act }: (typeof endings)[string], isShared = false) {
  const plain = await teamOfTwo(options)
  const here = Object.assign(plain, { earlier: await plain.link('not-me'), isShared })
  await before?.(here)
  // The time is later than the email, so that the email's link undoes everything that is created from now on.
  here.clock.now = new Date(noon.getTime() + 60_000)
  const made = new Map<string, () => Promise<boolean>>()
  for (const [way, make] of Object.entries(ways)) made.set(way, await make(here))
  expect((await act(here)).status).toBeLessThan(300)
  const working = async () => {
    const those: string[] = []
    for (const [way, works] of made) if (await works()) those.push(way)
    return those
  }
  return { here, working }
}

test.each(Object.entries(endings))('only the intended access of a member ends when %s', async (_event, ending) => {
  const { working } = await teamAfter(ending)
  expect(await working()).toEqual(allWays.filter((way) => !ending.ends.includes(way)))
})

test.each(Object.entries(endings))(
  'a change by another administrator does not alter which access of a member ends when %s',
  async (_event, ending) => {
    const { working } = await teamAfter(ending, true)
    expect(await working()).toEqual(allWays.filter((way) => !ending.ends.includes(way)))
  },
)

test.each(Object.values(pauses))(
  'a member’s access except sessions returns at the next sign-in after %s',
  async (pause) => {
    const { here, working } = await teamAfter(endings[pause]!)
    const during = await working()
    expect((await signInAsPerson(here.visitor, personOf(here))).status).toBe(200)
    expect((await working()).toSorted()).toEqual([...during, ...heldBack].toSorted())
  },
)

test('all access of a member works before an action ends it', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  for (const [way, make] of Object.entries(ways)) expect([way, await (await make(here))()]).toEqual([way, true])
})

test('the first email proof of an account takes the administrator right from members whom the account appointed', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  const accomplice = await here.member('共犯')
  expect((await here.owner.patch(`/users/${accomplice.user.id}`, { is_admin: true })).status).toBe(200)
  await prove(here, here.owner, null)
  expect((await resetPassword('password-reset')(here)).status).toBe(204)
  expect((await here.administrator.get(`/users/${accomplice.user.id}`)).body.is_admin).toBe(false)
  expect((await here.administrator.get(`/users/${here.owner.user.id}`)).body.is_admin).toBe(true)
})

test('a password link of the operator stops no webhooks and proves no address', async () => {
  const plain = await teamOfTwo()
  const here = Object.assign(plain, { earlier: '' })
  await prove(here, here.owner, null)
  const webhookWorks = await ways.webhook!(here)
  const url = await makeResetLink(here.app.services, here.owner.user.email, publicUrl)
  const token = new URL(url).searchParams.get('token')!
  expect((await here.visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  expect(await webhookWorks()).toBe(true)
  const { email_proven_at } = await withTeamTransaction(here.database, here, (db) =>
    db.selectFrom('users').where('id', '=', here.owner.user.id).select('email_proven_at').executeTakeFirstOrThrow(),
  )
  expect(email_proven_at).toBeNull()
})
