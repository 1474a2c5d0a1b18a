import { expect, test } from 'vitest'
import { memberScope } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { exportMine } from '#server/features/privacy/personal-export/operations.ts'
import { liftTimeout } from '#server/testing/shorten-timeouts.ts'
import { team } from '#server/testing/team.ts'
import { exportTeam } from './operations.ts'

const now = new Date('2026-11-20T03:00:00Z')
type Office = Awaited<ReturnType<typeof team>>

const scopeOf = async ({ teamId, member }: Office): Promise<Scope> =>
  memberScope({ teamId, userId: (await member()).user.id })
const both = {
  'the team': ({ app }: Office, scope: Scope) => exportTeam(app.services, scope, { format: 'csv' }),
  'their own data': ({ app }: Office, scope: Scope) => exportMine(app.services, scope),
}

test('a member can have four exports at once', async () => {
  const here = await team({ now })
  const [misaki, ren] = [await scopeOf(here), await scopeOf(here)]
  const [ofTeam, ofMember] = Object.values(both)
  const unread = [ofTeam, ofMember, ofTeam, ofMember].map((open) => open!(here, misaki))
  for (const open of Object.values(both))
    expect(() => open(here, misaki)).toThrow(expect.objectContaining({ code: 'too_many_attempts', retryAfter: 5 }))
  both['the team'](here, ren).destroy()
  for (const one of unread) {
    one.destroy()
    await expect.poll(() => one.closed).toBe(true)
    for await (const _piece of both['the team'](here, misaki));
  }
})

test('a team can run eight exports at once; a ninth ends one of the member with the most exports', async () => {
  const [here, there] = [await team({ now }), await team({ now })]
  const members = [await scopeOf(here), await scopeOf(here), await scopeOf(here)]
  const [first, second, third] = members.map((scope) => () => both['the team'](here, scope))
  const unread = [first!, first!, first!, first!, second!, second!, second!, second!].map((open) =>
    open().on('error', () => {}),
  )
  unread.push(third!())
  await expect.poll(() => unread[0]!.closed).toBe(true)
  expect(unread.map(({ errored }) => errored !== null)).toEqual([true, ...Array<boolean>(8).fill(false)])
  unread.push(both['the team'](there, await scopeOf(there)))
  for (const one of unread) one.destroy()
})

test('an export of another team ends the oldest of 32 unread exports', async () => {
  const offices = [await team({ now }), await team({ now }), await team({ now }), await team({ now })]
  const unread: ReturnType<typeof exportTeam>[] = []
  for (const here of offices)
    for (const scope of [await scopeOf(here), await scopeOf(here)])
      unread.push(...[1, 2, 3, 4].map(() => both['the team'](here, scope).on('error', () => {})))
  const other = await team({ now })
  for await (const _piece of both['the team'](other, await scopeOf(other)));
  expect(unread.map(({ errored }) => errored !== null)).toEqual([true, ...Array<boolean>(31).fill(false)])
  for (const one of unread) one.destroy()
})

test('an export that nobody reads holds at most 50 reports in memory', async () => {
  liftTimeout(6_000) // lifts the limit after which an import continues in the background
  const here = await team({ now })
  const misaki = await here.member()
  const scope = memberScope({ teamId: here.teamId, userId: misaki.user.id })
  const dayBefore = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 10)
  const days = Array.from({ length: 60 }, (_, count) => dayBefore(count))
  const rows = days.map((day) => `${day},${'a'.repeat(9_000)}`)
  const { statusCode } = await here.app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { authorization: `Bearer ${misaki.tokens.access_token}`, 'content-type': 'text/csv' },
    payload: ['date,today', ...rows].join('\n'),
  })
  expect(statusCode).toBe(200)
  const pieces = both['the team'](here, scope)[Symbol.asyncIterator]()
  await pieces.next()
  const { body } = await misaki.get(`/daily-reports?report_date=${days[0]}`)
  await misaki.delete(`/daily-reports/${body.reports[0].id}`)
  let rest = ''
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) rest += String(next.value)
  const exported = days.slice(0, 2).map((day) => rest.includes(`"report","${day}"`))
  expect(exported).toEqual([false, true])
})
