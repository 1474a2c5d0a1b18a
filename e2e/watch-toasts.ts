import type { BrowserContext } from '@playwright/test'

const watched = new WeakSet<BrowserContext>()

/** Logs an error to the console of the page if a toast covers the control that was pressed last (E5.03). */
export async function watchToasts(context: BrowserContext) {
  if (watched.has(context)) return // shared pages are used by several tests
  watched.add(context)
  await context.addInitScript(watch)
}

/** Runs in the page. */
function watch() {
  const graceMs = 500 // milliseconds in which a toast may slide in or move away
  let [pressed, scrolled, since]: [Element | undefined, number, number | undefined] = [undefined, 0, undefined]

  addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || target.closest('[data-toast]')) return
      pressed = target.closest('a[href], button, input, select, label, summary') ?? undefined
      scrolled = scrollY
      since = undefined
    },
    true,
  )
  const isCovered = ({ left, right, top, bottom, width, height }: DOMRect) =>
    width > 1 &&
    height > 1 &&
    [...document.querySelectorAll('[data-toast]:not(:hover)')].some((toast) => {
      const own = toast.getBoundingClientRect()
      return own.right > left && own.left < right && own.bottom > top && own.top < bottom
    })
  setInterval(() => {
    // After a scroll, a toast may cover the control: toasts do not move with the page.
    if (!pressed?.isConnected || scrollY !== scrolled || !isCovered(pressed.getBoundingClientRect())) {
      since = undefined
      return
    }
    since ??= performance.now()
    if (performance.now() - since < graceMs) return
    const name = (pressed.ariaLabel ?? pressed.textContent).trim()
    console.error(`A toast covers the pressed ${pressed.tagName.toLowerCase()} “${name}” on ${location.pathname}`)
    pressed = undefined
  }, 100)
}
