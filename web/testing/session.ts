import { IDBFactory } from 'fake-indexeddb'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { actFor } from '../api/session.ts'
import { createSessionStore } from '../features/session/session-store.ts'
import { type Answers, answering, tokenFor } from './app.tsx'

// happy-dom has no IndexedDB.
globalThis.indexedDB = new IDBFactory()
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

/**
 * Opens a tab of this browser until the end of the test.
 * @param early the request for the member, if it began before rendering
 */
export function openTab(answers: Answers = {}, early?: Promise<Me>) {
  const sent = answering(answers)
  const store = createSessionStore(early)
  const onEnded = vi.fn<() => void>()
  const close = store.connect(onEnded)
  onTestFinished(() => {
    close()
    actFor(undefined)
  })
  return {
    ...store,
    ...store.actions,
    onEnded,
    close,
    becomes: (state: object) => expect.poll(() => store.getState()).toEqual(state),
    calls: () => sent.map(({ call }) => call),
  }
}

export function storeTokens() {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  localStorage.setItem('refresh_token', 'first')
}

/** Simulates a storage change by another tab. */
export const dispatchStorageEvent = (event: StorageEventInit) =>
  window.dispatchEvent(new StorageEvent('storage', event))
