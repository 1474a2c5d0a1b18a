import { expect, test } from 'vitest'
import { openMailbox } from '#server/testing/mailbox.ts'
import { callResource, connect, type Connected, openTeamServer, postForm, refresh, register } from './oauth.fixture.ts'

const mailbox = await openMailbox()
const office = await openTeamServer({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
const { publicUrl, advanceClock } = office
const hour = 60 * 60_000
const refused = { status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) }

const renew = async (tokens: Connected): Promise<Connected> => {
  const { status, body } = await refresh(office, tokens)
  expect(status).toBe(200)
  return { ...tokens, ...body }
}
const works = async ({ access_token }: Connected) => (await callResource(office, access_token)).status === 200

test('a refresh replaces both tokens of a program, and the new ones work (RFC 9700, 4.14.2)', async () => {
  const first = await connect(office)
  const second = await renew(first)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await works(second)).toBe(true)
})

test('a program that lost a response gets the same refresh token again for a day (E1.04)', async () => {
  const first = await connect(office)
  const lost = await renew(first)
  advanceClock(23 * hour)
  const repeated = await renew(first)
  expect(repeated.refresh_token).toBe(lost.refresh_token)
  const third = await renew(repeated)
  expect(await works(third)).toBe(true)
  advanceClock(-23 * hour)
})

test('simultaneous refreshes of one program get the same refresh token, and none ends the grant', async () => {
  const first = await connect(office)
  const answers = await Promise.all(Array.from({ length: 5 }, () => renew(first)))
  expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
  expect(await works(await renew(answers[0]!))).toBe(true)
})

test('a reused older refresh token ends the grant and notifies its owner (RFC 9700, 4.14.2)', async () => {
  const first = await connect(office)
  const second = await renew(first)
  const third = await renew(second)
  expect(await works(third)).toBe(true)
  expect(await refresh(office, first)).toEqual(refused)
  expect(await works(third)).toBe(false)
  expect(await refresh(office, third)).toEqual(refused)
  const mails = [await mailbox.next(), await mailbox.next()]
  while (!mails.some(({ subject }) => subject.includes('取り消しました'))) mails.push(await mailbox.next())
  expect(mails.at(-1)!.text).toContain('Helper')
})

test('a forged refresh token with the ids of a grant does not end the grant', async () => {
  const tokens = await connect(office)
  const madeUp = tokens.refresh_token.slice(0, -43) + 'A'.repeat(43)
  expect(await refresh(office, { ...tokens, refresh_token: madeUp })).toEqual(refused)
  expect(await works(tokens)).toBe(true)
})

test('a program cannot use another program’s refresh token', async () => {
  const tokens = await connect(office)
  const { client_id } = (await register(publicUrl)).body
  expect(await refresh(office, { ...tokens, client_id })).toEqual(refused)
  expect(await works(await renew(tokens))).toBe(true)
})

test('a grant that was not renewed for 60 days ends', async () => {
  const tokens = await connect(office)
  advanceClock(59 * 24 * hour)
  const renewed = await renew(tokens)
  advanceClock(61 * 24 * hour)
  expect(await refresh(office, renewed)).toEqual(refused)
  advanceClock(-120 * 24 * hour)
})

test('a program can revoke its grant with the refresh token (RFC 7009)', async () => {
  const tokens = await connect(office)
  const revoke = (fields: Record<string, string>) => postForm(`${publicUrl}/oauth/revoke`, fields)
  const { client_id } = (await register(publicUrl)).body
  // Revoking another program's token has no effect.
  expect((await revoke({ client_id, token: tokens.refresh_token })).status).toBe(200)
  expect(await works(tokens)).toBe(true)
  expect((await revoke({ client_id: tokens.client_id, token: 'unknown' })).status).toBe(200)
  expect((await revoke({ client_id: tokens.client_id, token: tokens.refresh_token })).status).toBe(200)
  expect(await works(tokens)).toBe(false)
  expect(await refresh(office, tokens)).toEqual(refused)
})
