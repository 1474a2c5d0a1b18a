import { IDBFactory } from 'fake-indexeddb'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { actFor } from '../api/session.ts'
import { createSessionStore } from '../features/session/session-store.ts'
import { type Answers, answering, tokenFor } from './app.tsx'

// happy-dom has none.
globalThis.indexedDB = new IDBFactory()
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

/** A tab of this browser, until the test has finished, whose page has asked for the member `early`. `onEnded` is told when the server has ended the session. */
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

/** What this tab is told of another one's storage. */
export const tellOfStorage = (event: StorageEventInit) => window.dispatchEvent(new StorageEvent('storage', event))
