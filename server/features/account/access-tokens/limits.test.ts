import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { team } from '#server/testing/team.ts'

const draft = { name: '集計の書き出し', scopes: ['read'], expires_on: '2027-01-21' }

test('a member cannot exceed the limit of access tokens, even with simultaneous requests (N10.01)', async () => {
  const { member } = await team({ now: new Date('2026-10-23T03:00:00Z') })
  const [owner, colleague] = [await member(), await member('佐伯')]
  const make = () => owner.post('/tokens', draft)
  for (let made = 0; made < limits.accessTokens - 1; made += 1) expect((await make()).status).toBe(201)
  const answers = await Promise.all([make(), make(), make()])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  expect(await make()).toMatchObject({ status: 409, body: { code: 'too_many_tokens' } })
  const { tokens } = (await owner.get('/tokens')).body
  expect(tokens).toHaveLength(limits.accessTokens)
  expect((await owner.delete(`/tokens/${tokens[0].id}`)).status).toBe(204)
  expect((await make()).status).toBe(201)
  expect((await colleague.post('/tokens', draft)).status).toBe(201)
})
