import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Testing Library's; its types leave out what says that it will look again. */
type Looking = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean }
const { getElementError } = getConfig()
configure({
  // The page is put in words where a test fails, and not each time that something has not come yet.
  getElementError: (message, container) =>
    (getConfig() as Looking)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
  // A screen's code is loaded when it is first shown, which takes its time on a busy machine.
  asyncUtilTimeout: 15_000, // milliseconds
  // As in a browser. Inside `act` what an event opens and loads would be drawn no more: nobody awaits that `act`.
  eventWrapper: (event) => event(),
})

// React reports broken keys, a missing act() and wrong attributes only on the console: there they would pass unseen.
const strayed: unknown[][] = []
console.error = (...words) => void strayed.push(words)
console.warn = (...words) => void strayed.push(words)
// Where each element was made React notes for what it says there: a quarter of the time of all these tests. As if it had
// noted too many already; under another name it would do so again, and nothing else would be different.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const noted = { get: () => Infinity, set: () => {}, configurable: true }
Object.defineProperty(Reflect.get(React, internals) ?? {}, 'recentlyCreatedOwnerStacks', noted)
// happy-dom has no IndexedDB, as a private window: each screen notes that it keeps nothing.
console.info = () => {}
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }) // as Testing Library leaves it
// Nothing is laid out, so that nothing comes into view.
class Unlaid {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: Unlaid })
HTMLElement.prototype.hidePopover ??= () => {} // the menus'; happy-dom has no popovers

// Naming all four hundred and drawing them takes longer than most tests.
const zones = ['America/New_York', 'Europe/Berlin', 'Europe/Tallinn', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo']
beforeEach(() => void vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(zones))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  onlineManager.setOnline(true) // who was offline last is so for the next test, and for the next file of this process
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/') // without effect on a page that was left
  expect(location.pathname, 'a test follows no link out of the page, which is the next one’s too').toBe('/')
  expect(strayed.splice(0), 'a test leaves nothing on console.error or console.warn').toEqual([])
})
