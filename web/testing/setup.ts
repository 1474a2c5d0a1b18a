import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** The config of Testing Library. Its public types lack the flag that is set while a query is being retried. */
type Looking = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean }
const { getElementError } = getConfig()
configure({
  // Prints the page only when a test fails, not on every retry.
  getElementError: (message, container) =>
    (getConfig() as Looking)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
  // A screen's code is loaded on first use, which is slow on a busy machine.
  asyncUtilTimeout: 15_000, // milliseconds
  // Dispatches events as in a browser, not inside `act`. What an event loads would not be rendered, because that `act`
  // has no `await`.
  eventWrapper: (event) => event(),
})

// React reports wrong keys, a missing act() and wrong attributes only on the console. Collects them, so that they fail
// the test.
const strayed: unknown[][] = []
console.error = (...words) => void strayed.push(words)
console.warn = (...words) => void strayed.push(words)
// React records a stack for each created element, which takes a quarter of the time of all these tests. This makes
// React believe that its limit is reached. If React renames the counter, tests only become slower.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const noted = { get: () => Infinity, set: () => {}, configurable: true }
Object.defineProperty(Reflect.get(React, internals) ?? {}, 'recentlyCreatedOwnerStacks', noted)
// happy-dom has no IndexedDB, like a private window, so each screen would log that it cannot cache.
console.info = () => {}
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }) // the value that Testing Library expects outside of act
// happy-dom has no layout, so elements never become visible.
class Unlaid {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: Unlaid })
HTMLElement.prototype.hidePopover ??= () => {} // for menus; happy-dom has no popovers

// Naming and rendering all four hundred zones takes longer than most tests.
const zones = ['America/New_York', 'Europe/Berlin', 'Europe/Tallinn', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo']
beforeEach(() => void vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(zones))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  onlineManager.setOnline(true) // the offline state would leak into the next test and the next file of this process
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/') // no effect if the test has left the page
  expect(location.pathname, 'a test follows no link out of the page, which is the next one’s too').toBe('/')
  expect(strayed.splice(0), 'a test leaves nothing on console.error or console.warn').toEqual([])
})
