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

it('readStored returns a value until it is removed', () => {
  expect(readStored('one', text)).toBeUndefined()
  expect(writeStored('one', '')).toBe(true)
  expect(readStored('one', text)).toBe('')
  expect(readStored('two', text)).toBeUndefined()
  removeStored('one')
  expect(readStored('one', text)).toBeUndefined()
})

it('readStored returns undefined for a value of another shape', () => {
  writeStored('one', '{')
  expect(readStored('one', (stored): unknown => JSON.parse(stored))).toBeUndefined()
})

it('storedKeys returns the keys with the given prefix', () => {
  for (const key of ['draft:1', 'draft:2', 'a draft:3']) writeStored(key, '')
  expect(storedKeys('draft:').sort()).toEqual(['draft:1', 'draft:2'])
})

it('writing to a full or refused storage announces no change and throws nothing', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const changed = vi.fn<() => void>()
  const stop = onStored(changed)
  expect(readStored('one', text)).toBeUndefined()
  expect(writeStored('one', 'words')).toBe(false)
  removeStored('one')
  expect(changed).not.toHaveBeenCalled()
  stop()
})

it('storedKeys returns no keys if the storage is refused', () => {
  vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: refuse }))
  expect(storedKeys('')).toEqual([])
})

it('onStored calls back for every change in any tab until it is stopped', () => {
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

it('onStoredElsewhere calls back when another tab changes the key, or all keys', () => {
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

it('useIsStored tells whether an accepted value is stored', () => {
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
