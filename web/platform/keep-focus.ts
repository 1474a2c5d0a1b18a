import { mainElement } from './main-element.ts'

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** The delay after a control was removed. A screen can move the focus itself in this time; the next key comes later. */
const removalDelayMs = 100
/** The delay after a control was disabled. A control that is disabled during a request is usually enabled again soon. */
const disabledDelayMs = 1_000

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled, [inert], [inert] *')

function ancestorsOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = []
  let element = target instanceof Element ? target.closest<HTMLElement>(focusable) : null
  for (; element && element !== document.body; element = element.parentElement) path.push(element)
  return path
}

/**
 * Keeps the focus on the page. If the focused or pressed control is removed or stays disabled, its nearest visible
 * ancestor gets the focus. A disabled control that is enabled again gets the focus back. Screens with a better target
 * move the focus themselves.
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  /** The control and its ancestors, the nearest first. */
  let path: HTMLElement[] = []
  /** The ancestor that has got the focus instead of the removed or disabled control. */
  let substitute: HTMLElement | undefined
  let disabledSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = ({ target }: Event) => {
    if (target === substitute) return
    path = ancestorsOf(target)
    substitute = disabledSince = undefined
  }
  const lookIn = (delayMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      restore()
    }, delayMs)
  }
  const restore = () => {
    const [control] = path
    const active = document.activeElement
    if (!control || (active !== document.body && active !== substitute)) return
    if (isUsable(control)) {
      if (disabledSince !== undefined) control.focus({ preventScroll: true })
      return
    }
    if (control.isConnected) {
      disabledSince ??= Date.now()
      const left = disabledSince + disabledDelayMs - Date.now()
      if (left > 0) return lookIn(left)
    }
    if (active === substitute) return
    substitute = path.find((element) => isUsable(element) && element.checkVisibility())
    if (!substitute) return
    // If the element is as wide as `main`, focuses `main` instead. The focus ring of such an element would be visible
    // at its bottom only.
    const main = mainElement()
    if (main?.contains(substitute) && main.clientWidth > 0 && substitute.clientWidth === main.clientWidth)
      substitute = main
    if (!substitute.matches(focusable)) substitute.tabIndex = -1
    substitute.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const [control] = path
    if (control && (!isUsable(control) || disabledSince !== undefined)) lookIn(removalDelayMs)
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', remember)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'inert'],
  })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', remember)
    observer.disconnect()
    clearTimeout(timer)
  }
}
