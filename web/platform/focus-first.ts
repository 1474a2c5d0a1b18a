/**
 * Focuses the first control of a popover that has opened. The `toggle` event arrives a moment later than the popover.
 * If a control in it already has the focus by then, that control keeps the focus.
 */
export function focusFirst(popover: HTMLElement, newState: string, first: Element | null | undefined) {
  if (newState !== 'open' || popover.contains(document.activeElement)) return
  if (first instanceof HTMLElement) first.focus()
}
