const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Longer than a screen takes to move the focus itself, shorter than anybody's next key. */
const patienceMs = 100
/** A control that is disabled while something is sent mostly comes back. */
const disabledPatienceMs = 1_000

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled, [inert], [inert] *')

function ancestorsOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = []
  let element = target instanceof Element ? target.closest<HTMLElement>(focusable) : null
  for (; element && element !== document.body; element = element.parentElement) path.push(element)
  return path
}

/**
 * Gives the focus to the nearest visible ancestor when the control that had it, or was pressed, leaves the page; and
 * back to a control that was disabled for a moment. Screens that know a better place move the focus themselves.
 * @returns ends it
 */
export function keepFocus(): () => void {
  /** The control, and the elements around it, the nearest first. */
  let path: HTMLElement[] = []
  /** The element that has the focus in place of the control. */
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
      const left = disabledSince + disabledPatienceMs - Date.now()
      if (left > 0) return lookIn(left)
    }
    if (active === substitute) return
    substitute = path.find((element) => isUsable(element) && element.checkVisibility())
    if (!substitute) return
    if (!substitute.matches(focusable)) substitute.tabIndex = -1
    substitute.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const [control] = path
    if (control && (!isUsable(control) || disabledSince !== undefined)) lookIn(patienceMs)
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
