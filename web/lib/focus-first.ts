/**
 * Focuses the first control of a popover that has opened. Its `toggle` comes a moment after it is shown: a control in
 * it that has the focus by then keeps it.
 */
export function focusFirst(popover: HTMLElement, newState: string, first: Element | null | undefined) {
  if (newState !== 'open' || popover.contains(document.activeElement)) return
  if (first instanceof HTMLElement) first.focus()
}
