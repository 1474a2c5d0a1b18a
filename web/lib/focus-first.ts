/**
 * Gives the focus to the first control of a popover that has opened. Its `toggle` comes a moment after it is shown: who has
 * gone into it by then keeps the focus.
 */
export function focusFirst(popover: HTMLElement, newState: string, first: Element | null | undefined) {
  if (newState !== 'open' || popover.contains(document.activeElement)) return
  if (first instanceof HTMLElement) first.focus()
}
