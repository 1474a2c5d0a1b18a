import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** The configuration of Testing Library. Its public type lacks the flag that is set while a query is repeated. */
type Looking = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean }
const { getElementError } = getConfig()
configure({
  // Prints the page only when a test fails, not on every repetition of a query.
  getElementError: (message, container) =>
    (getConfig() as Looking)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
  // A screen's code is loaded on first use, which is slow on a busy machine.
  asyncUtilTimeout: 15_000, // milliseconds
  // Dispatches events as in a browser, not inside `act`. This `act` has no `await`, so the page would not show what the
  // event loads.
  eventWrapper: (event) => event(),
})

// React reports mistakes, such as wrong keys or a missing `act`, only on the console. These messages are collected, and
// then fail the test.
const strayed: unknown[][] = []
console.error = (...words) => void strayed.push(words)
console.warn = (...words) => void strayed.push(words)
// React records a stack for each created element, which takes a quarter of the time of these tests. With this counter,
// React believes that it has reached its limit. If React renames the counter, the tests only become slower.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const noted = { get: () => Infinity, set: () => {}, configurable: true }
Object.defineProperty(Reflect.get(React, internals) ?? {}, 'recentlyCreatedOwnerStacks', noted)
// happy-dom has no IndexedDB, so each screen would log that it cannot cache.
console.info = () => {}
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }) // Testing Library expects this value outside of `act`
// happy-dom has no layout, so no element becomes visible.
class Unlaid {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: Unlaid })
HTMLElement.prototype.hidePopover ??= () => {} // menus call this, but happy-dom has no popovers

// Limits the time zones to six. To name and render all four hundred takes longer than most tests.
const zones = ['America/New_York', 'Europe/Berlin', 'Europe/Tallinn', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo']
beforeEach(() => void vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(zones))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  onlineManager.setOnline(true) // otherwise the next test would start offline
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/') // no effect if the test has left the page
  expect(location.pathname, 'a test follows no link out of the page, which is the next one’s too').toBe('/')
  expect(strayed.splice(0), 'a test leaves nothing on console.error or console.warn').toEqual([])
})
