import { expect, test } from 'vitest'
import { openShares } from './shares.ts'

const of = (teamId: string, userId = 'x') => ({ teamId, userId })

/** Returns functions that hold shares, and a list of those that were ended. */
function shares(most: Partial<Parameters<typeof openShares>[0]>) {
  const hold = openShares({ byMember: 99, byTeam: 99, inAll: 99, ...most })
  const ended: string[] = []
  const take = (name: string, caller: ReturnType<typeof of>, size = 1) =>
    hold(caller, { size, end: () => void ended.push(name) })
  return { take, ended }
}

test('further work of a member who has reached their limit is rejected', () => {
  const { take } = shares({ byMember: 2 })
  const [first] = [take('1', of('a')), take('2', of('a'))]
  expect(() => take('3', of('a'))).toThrow(expect.objectContaining({ code: 'too_many_attempts', retryAfter: 5 }))
  take('4', of('a', 'y'))
  take('5', of('b'))
  first.release()
  take('6', of('a'))
})

test('further work of a team that has reached its limit is rejected', () => {
  const { take } = shares({ byTeam: 2 })
  const [first] = [take('1', of('a', 'x')), take('2', of('a', 'y'))]
  expect(() => take('3', of('a', 'z'))).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 5 }))
  take('4', of('b'))
  first.release()
  take('5', of('a', 'z'))
})

test('if a team has reached its limit, the oldest work of its busiest member ends', () => {
  const { take, ended } = shares({ byTeam: 5 })
  for (const name of ['1', '2']) take(name, of('a', 'few'))
  for (const name of ['3', '4', '5']) take(name, of('a', 'many'))
  take('6', of('a', 'new'))
  expect(ended).toEqual(['3'])
  expect(() => take('7', of('a', 'new'))).toThrow(expect.objectContaining({ code: 'busy' }))
})

test('if the server has reached its limit, the oldest work of the busiest team ends', () => {
  const { take, ended } = shares({ inAll: 10 })
  take('1', of('small'), 2)
  for (const name of ['2', '3', '4', '5']) take(name, of('large', name), 2)
  take('6', of('new'), 4)
  expect(ended).toEqual(['2', '3'])
})

test('of the work that has waited over five seconds for its client, the longest waiting ends first', () => {
  for (const [most, of] of [
    [{ byTeam: 3 }, (name: string) => ({ teamId: 'a', userId: name })],
    [{ inAll: 3 }, (name: string) => ({ teamId: name, userId: 'x' })],
  ] as const) {
    const hold = openShares({ byMember: 99, byTeam: 99, inAll: 99, ...most })
    const waited: Record<string, number> = { '1': 0, '2': 4_999, '3': 4_000 }
    const ended: string[] = []
    const take = (name: string) =>
      hold(of(name), { end: () => void ended.push(name), waitingMs: () => waited[name] ?? 0 })
    for (const name of ['1', '2', '3']) take(name)
    expect(() => take('4')).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 5 }))
    Object.assign(waited, { '2': 5_000, '3': 6_000 })
    take('5')
    take('6')
    expect(ended).toEqual(['3', '2'])
    expect(() => take('7')).toThrow(expect.objectContaining({ code: 'busy' }))
  }
})

test('no work ends for a team that would then have as much as the busiest team', () => {
  const { take, ended } = shares({ inAll: 4 })
  const first = ['1', '2'].map((name) => take(name, of('a', name), 2))
  expect(() => take('3', of('a'), 1)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(() => take('4', of('b'), 4)).toThrow(expect.objectContaining({ code: 'busy' }))
  for (const share of first) share.begin()
  expect(() => take('5', of('b'), 1)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(ended).toEqual([])
  for (const share of first) share.release()
  take('6', of('b'), 4)
})
