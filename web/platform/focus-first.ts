/**
 * Focuses the first control of a popover that has opened. The `toggle` event arrives a moment after the popover opens.
 * If a control of the popover has got the focus in this moment, it keeps the focus.
 */
export function focusFirst(popover: HTMLElement, newState: string, first: Element | null | undefined) {
  if (newState !== 'open' || popover.contains(document.activeElement)) return
  if (first instanceof HTMLElement) first.focus()
}
