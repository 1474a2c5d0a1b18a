import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { authenticator } from '#server/testing/authenticator.ts'
import { withCookies } from '#server/testing/client.ts'
import { type Member, team } from '#server/testing/team.ts'

const publicUrl = 'https://asakai.example.com'
const full = { status: 409, body: { code: 'too_many_passkeys' } }

/** Requests the options of a new passkey. Returns the call that adds the passkey. */
async function begin(member: Member) {
  const browser = withCookies(member)
  const { body } = await browser.post('/passkeys/options')
  return () => browser.post('/passkeys', { credential: authenticator(publicUrl).create(body) })
}

test('a member cannot exceed the limit of passkeys, even with simultaneous requests (N2.09)', async () => {
  const { member } = await team({ publicUrl })
  const [owner, colleague] = [await member(), await member('佐伯')]
  for (let made = 0; made < limits.passkeys - 1; made += 1) expect((await (await begin(owner))()).status).toBe(201)
  const begun = [await begin(owner), await begin(owner), await begin(owner)]
  const answers = await Promise.all(begun.map((add) => add()))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject(full)
  // The options are refused, too, so that the browser makes no passkey that the server would refuse.
  expect(await owner.post('/passkeys/options')).toMatchObject(full)
  const { passkeys } = (await owner.get('/passkeys')).body
  expect(passkeys).toHaveLength(limits.passkeys)
  expect((await owner.delete(`/passkeys/${passkeys[0].id}`)).status).toBe(204)
  expect((await (await begin(owner))()).status).toBe(201)
  expect((await (await begin(colleague))()).status).toBe(201)
})
