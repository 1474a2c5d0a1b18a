import { expect, test } from 'vitest'
import type { Member } from '#server/testing/team.ts'
import { makesToken, takenOver } from './testing/taken-over.ts'

async function imports({ post, tokens }: Member) {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'text/csv' }
  expect((await post('/import', 'date,today\n2026-10-05,warm up', headers)).status).toBe(200)
}

test('“it was not me” revokes the tokens that an accomplice created as an administrator (E1.11)', async () => {
  const { owner, accomplice, change, check, mail, press, advanceClock, visitor } = await takenOver()
  const early = (await makesToken(accomplice, 'early')).body.token
  advanceClock()
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  const late = (await makesToken(accomplice, 'late')).body.token
  advanceClock()
  await imports(accomplice)
  advanceClock()
  await imports(owner)
  const newest = await mail('管理者')
  const { changes } = await check(newest)
  const listed = changes.map(({ kind, name, is_undone }: Record<string, unknown>) => [kind, name, is_undone])
  expect(listed).toEqual([
    ['administrator', '共犯 直樹', true],
    ['token', 'late', true],
    ['import', '1', false],
    ['import', '1', false],
  ])
  await press(newest)
  const statusOf = async (token: string) =>
    (await visitor().get('/users/me', { authorization: `Bearer ${token}` })).status
  expect(await Promise.all([early, late].map(statusOf))).toEqual([200, 401])
})
