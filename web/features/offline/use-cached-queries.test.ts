import { IDBFactory } from 'fake-indexeddb'
import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from '../../api/tokens.ts'
import { clearCache, readCache } from '../../storage/offline-cache.ts'
import { useCachedQueries } from './use-cached-queries.ts'

// happy-dom has no IndexedDB.
globalThis.indexedDB = new IDBFactory()
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

const key = 'queries:misaki'

beforeEach(async () => {
  await clearCache()
  localStorage.setItem(storageKeys.accessToken, 'token')
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
})

async function open() {
  const queries = new QueryClient()
  const { result } = renderHook(() => useCachedQueries(queries, 'misaki'))
  await expect.poll(() => result.current).toBe(true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  queries.setQueryData(['reports'], ['the plan of a colleague'])
}

test('the offline cache stores fetched data after one second', async () => {
  await open()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.poll(() => readCache(key)).toMatchObject({ state: { queries: [{ queryKey: ['reports'] }] } })
})

test('the offline cache stores nothing after the session has ended', async () => {
  await open()
  localStorage.removeItem(storageKeys.accessToken)
  await clearCache()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  expect(await readCache(key)).toBeUndefined()
})
