import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Resolves when it is known where the last press left the focus. */
    focusSettled?: () => Promise<void>
  }
}

const watched = new WeakSet<BrowserContext>()

/**
 * Logs an error to the console of the page if a press on a control leaves the focus on no visible element. The keyboard
 * would then continue at the top of the page (WCAG 2.4.3).
 */
export async function watchFocus(context: BrowserContext) {
  if (watched.has(context)) return // shared pages are used by several tests
  watched.add(context)
  await context.addInitScript(watch)
}

export const focusSettled = (page: Page) => page.evaluate(() => window.focusSettled?.())

/** Runs in the page. */
function watch() {
  const graceMs = 3_000 // milliseconds in which a response of the server may move the focus, also on a busy machine
  const control = 'a[href], button, input, select, textarea, label, summary, [role], [tabindex="0"]'
  let [pressed, lostAt]: [string | undefined, number | undefined] = [undefined, undefined]

  const isSeen = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return false
    const { width, height } = focused.getBoundingClientRect()
    return width > 0 && height > 0 && focused.checkVisibility({ visibilityProperty: true })
  }
  const note = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest(control) : undefined
    pressed = found ? `${found.tagName.toLowerCase()} “${(found.ariaLabel ?? found.textContent).trim()}”` : undefined
    lostAt = undefined
  }
  const look = () => {
    if (pressed === undefined || !document.hasFocus()) return
    if (isSeen()) return (lostAt = undefined)
    lostAt ??= performance.now()
    if (performance.now() - lostAt < graceMs) return
    const place = document.activeElement?.outerHTML.slice(0, 200)
    console.error(
      `The focus is on nothing that can be seen after a press on ${pressed} on ${location.pathname}: ${place}`,
    )
    pressed = undefined
  }
  addEventListener('click', note, true)
  addEventListener('keydown', (event) => (event.key === 'Enter' || event.key === ' ') && note(event), true)
  setInterval(look, 100)
  window.focusSettled = async () => {
    const isOpen = () => pressed !== undefined && document.hasFocus() && !isSeen()
    while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
