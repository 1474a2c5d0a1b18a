import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

configure({
  // A screen's code is loaded when it is first shown, which takes its time on a busy machine.
  asyncUtilTimeout: 15_000, // milliseconds
  // As in a browser. Inside `act` what an event opens and loads would be drawn no more: nobody awaits that `act`.
  eventWrapper: (event) => event(),
})

// React reports broken keys, a missing act() and wrong attributes only on the console: there they would pass unseen.
const strayed: unknown[][] = []
console.error = (...words) => void strayed.push(words)
console.warn = (...words) => void strayed.push(words)
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
