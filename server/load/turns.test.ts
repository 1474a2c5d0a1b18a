import { expect, test, vi } from 'vitest'
import { fairTurns } from './turns.ts'

const longestWaitMs = 10_000
const stays = new AbortController().signal

/** Runs one piece of work at a time. Each piece notes its team and member, and ends at once. */
function turnsOfOne(waitingMost = 10) {
  const turns = fairTurns({ atOnce: 1, waitingMost, longestWaitMs })
  const done: string[] = []
  const ask = (teamId: string, userId: string, gone = stays) =>
    turns({ teamId, userId }, gone, async () => void done.push(`${teamId} ${userId}`))
  return { ask, done }
}

test('waiting teams, and the members of each team, get their turns alternately', async () => {
  const { ask, done } = turnsOfOne()
  const asked = [
    ...['a', 'a', 'a', 'a', 'b'].map((userId) => ask('large', userId)),
    ...['c', 'c'].map((userId) => ask('small', userId)),
  ]
  await Promise.all(asked)
  expect(done).toEqual(['large a', 'large a', 'small c', 'large b', 'small c', 'large a', 'large a'])
})

test('only a member with too many waiting requests is refused', async () => {
  const { ask, done } = turnsOfOne(2)
  const leaving = new AbortController()
  const asked = [ask('a', 'x'), ask('a', 'x', leaving.signal), ask('a', 'x')]
  const refused = [ask('a', 'x')]
  leaving.abort()
  asked.push(ask('a', 'x'), ask('a', 'y'), ask('b', 'x'))
  refused.push(ask('a', 'x'))
  for (const each of await Promise.allSettled(refused))
    expect(each).toMatchObject({ status: 'rejected', reason: { code: 'busy', retryAfter: 1 } })
  await Promise.all(asked)
  expect(done).toHaveLength(6)
  await ask('a', 'x')
})

test('waiting work whose caller has disconnected starts at once', async () => {
  const turns = fairTurns({ atOnce: 1, waitingMost: 10, longestWaitMs })
  const first = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const done: string[] = []
  const ask = (name: string, gone: AbortSignal, work?: Promise<void>) =>
    turns({ teamId: 'a', userId: name }, gone, async () => {
      await work
      done.push(name)
    })
  const asked = [ask('first', stays, first.promise), ask('second', stays), ask('leaving', leaving.signal)]
  leaving.abort()
  await asked[2]
  await ask('gone before', AbortSignal.abort())
  expect(done).toEqual(['leaving', 'gone before'])
  first.resolve()
  await Promise.all(asked)
  expect(done.slice(2)).toEqual(['first', 'second'])
})

test('the next work starts after work has failed, and the limit of concurrent work holds', async () => {
  const turns = fairTurns({ atOnce: 2, waitingMost: 10, longestWaitMs })
  let [running, most] = [0, 0]
  const asked = Array.from({ length: 6 }, () =>
    turns({ teamId: 'a', userId: 'x' }, stays, async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      throw new Error('failed')
    }),
  )
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  expect(most).toBe(2)
})

test('a request that waits too long is refused, and the next requests are served', async () => {
  vi.useFakeTimers()
  const turns = fairTurns({ atOnce: 1, waitingMost: 10, longestWaitMs })
  const first = Promise.withResolvers<void>()
  const ask = (work: () => Promise<string | void>) => turns({ teamId: 'a', userId: 'x' }, stays, work)
  const running = ask(() => first.promise)
  const late = expect(ask(async () => 'late')).rejects.toMatchObject({ code: 'busy' })
  await vi.advanceTimersByTimeAsync(longestWaitMs)
  await late
  const next = ask(async () => 'next')
  first.resolve()
  await running
  expect(await next).toBe('next')
  vi.useRealTimers()
})
