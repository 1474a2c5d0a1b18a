const focusable = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const tabStop = `:is(${focusable}):not([tabindex="-1"])`

/**
 * Focuses the element if it has a `tabindex`, otherwise the first element in it that Tab reaches, otherwise its first
 * control. If there is none, makes the element itself focusable.
 */
export function focusWithin(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return
  const find = (selector: string) => element.querySelector<HTMLElement>(selector)
  const control = element.hasAttribute('tabindex') ? element : (find(tabStop) ?? find(focusable))
  if (!control) element.tabIndex = -1
  ;(control ?? element).focus()
}
