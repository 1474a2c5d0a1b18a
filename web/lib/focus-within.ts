const focusable = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Focuses an element that can be focused, otherwise the first control in it, otherwise the element all the same. */
export function focusWithin(element: Element | null | undefined) {
  if (!(element instanceof HTMLElement)) return
  const control = element.hasAttribute('tabindex') ? element : element.querySelector<HTMLElement>(focusable)
  if (!control) element.tabIndex = -1
  ;(control ?? element).focus()
}
