import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  onStored,
  onStoredElsewhere,
  readStored,
  removeStored,
  storedKeys,
  useIsStored,
  writeStored,
} from './local-storage.ts'

const text = (stored: string) => stored
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const elsewhere = (event: StorageEventInit) => window.dispatchEvent(new StorageEvent('storage', event))

it('keeps a value under its key until it is removed', () => {
  expect(readStored('one', text)).toBeUndefined()
  expect(writeStored('one', '')).toBe(true)
  expect(readStored('one', text)).toBe('')
  expect(readStored('two', text)).toBeUndefined()
  removeStored('one')
  expect(readStored('one', text)).toBeUndefined()
})

it('has nothing where what was left there is something else', () => {
  writeStored('one', '{')
  expect(readStored('one', (stored): unknown => JSON.parse(stored))).toBeUndefined()
})

it('names the keys that begin alike', () => {
  for (const key of ['draft:1', 'draft:2', 'a draft:3']) writeStored(key, '')
  expect(storedKeys('draft:').sort()).toEqual(['draft:1', 'draft:2'])
})

it('goes on without, and tells nobody of a change, where the storage is full or refused', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const changed = vi.fn<() => void>()
  const stop = onStored(changed)
  expect(readStored('one', text)).toBeUndefined()
  expect(writeStored('one', 'words')).toBe(false)
  removeStored('one')
  expect(changed).not.toHaveBeenCalled()
  stop()
})

it('finds no keys where the storage is refused', () => {
  vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: refuse }))
  expect(storedKeys('')).toEqual([])
})

it('tells of every change in any tab, until nobody listens', () => {
  const changed = vi.fn<() => void>()
  const stop = onStored(changed)
  writeStored('one', 'words')
  removeStored('one')
  elsewhere({ key: 'two' })
  expect(changed).toHaveBeenCalledTimes(3)
  stop()
  writeStored('one', 'words')
  elsewhere({ key: 'two' })
  expect(changed).toHaveBeenCalledTimes(3)
})

it('tells of another tab’s change under one key, or of all', () => {
  const changed = vi.fn<() => void>()
  const stop = onStoredElsewhere('one', changed)
  writeStored('one', 'words')
  elsewhere({ key: 'two' })
  expect(changed).not.toHaveBeenCalled()
  elsewhere({ key: 'one' })
  elsewhere({ key: null })
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  elsewhere({ key: 'one' })
  expect(changed).toHaveBeenCalledTimes(2)
})

it('follows whether something stands there that counts', () => {
  const hasNumber = (key: string | undefined) =>
    renderHook(() => useIsStored(key, (stored) => (Number(stored) ? stored : undefined)))
  const { result } = hasNumber('one')
  expect(result.current).toBe(false)
  act(() => void writeStored('one', 'words'))
  expect(result.current).toBe(false)
  act(() => void writeStored('one', '1'))
  expect(result.current).toBe(true)
  act(() => removeStored('one'))
  expect(result.current).toBe(false)
  expect(hasNumber(undefined).result.current).toBe(false)
})
