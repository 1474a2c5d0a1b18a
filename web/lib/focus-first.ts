/**
 * Gives the focus to the first button of a popover that has opened. Its `toggle` comes a moment after it is shown: who has
 * gone into it by then keeps the focus.
 */
export function focusFirst(popover: HTMLElement, newState: string) {
  if (newState === 'open' && !popover.contains(document.activeElement)) popover.querySelector('button')?.focus()
}
