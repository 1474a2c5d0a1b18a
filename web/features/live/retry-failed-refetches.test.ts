import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { retryFailedRefetches } from './retry-failed-refetches.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

/** Shows a query with these responses. The last response repeats. */
function shown(responses: (number | Error)[], meta = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = retryFailedRefetches(queries)
  const fetches = vi.fn(async () => {
    const response = responses.length > 1 ? responses.shift()! : responses[0]!
    if (response instanceof Error) throw response
    return response
  })
  const observer = new QueryObserver(queries, { queryKey: ['reports'], queryFn: fetches, meta })
  const leave = observer.subscribe(() => undefined)
  return { queries, fetches, observer, leave, stop }
}
const lost = new TypeError('Failed to fetch')

test('a failed refetch is repeated after growing pauses until it succeeds', async () => {
  const { queries, fetches, observer } = shown([1, lost, new ApiError(503, '', {}), 2])
  await seconds(0)
  void queries.invalidateQueries()
  await seconds(1.9)
  expect(fetches).toHaveBeenCalledTimes(2)
  await seconds(0.2)
  expect(fetches).toHaveBeenCalledTimes(3)
  await seconds(3.8)
  expect(fetches).toHaveBeenCalledTimes(3)
  await seconds(0.2)
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 2 })
  await seconds(200)
  expect(fetches).toHaveBeenCalledTimes(4)
})

test.each([
  ['the server refuses it', new ApiError(403, '', {}), {}, 2],
  ['the page shows the failure of the first fetch', lost, {}, 1],
])('a failed fetch is not repeated if %s', async (_when, error, meta, expected) => {
  const { queries, fetches } = shown(expected === 2 ? [1, error] : [error], meta)
  await seconds(0)
  if (expected === 2) void queries.invalidateQueries()
  await seconds(300)
  expect(fetches).toHaveBeenCalledTimes(expected)
})

test('the failed first fetch of optional data is repeated', async () => {
  const { observer } = shown([lost, 1], { isOptional: true })
  await seconds(3)
  expect(observer.getCurrentResult().data).toBe(1)
})

test('a failed refetch is not repeated after its screen was left', async () => {
  const { queries, fetches, leave } = shown([1, lost])
  await seconds(0)
  void queries.invalidateQueries()
  await seconds(1)
  leave()
  await seconds(300)
  expect(fetches).toHaveBeenCalledTimes(2)
})
