let last: Element | undefined

const remember = ({ target }: Event) => {
  const control = target instanceof Element ? target.closest('a[href], button, input, select, label, summary') : null
  if (control && !control.closest('.toasts')) last = control
}

/** Stores each pressed control until the returned function is called. Safari does not focus a pressed button. */
export function followPresses(): () => void {
  document.addEventListener('click', remember, true)
  return () => document.removeEventListener('click', remember, true)
}

/** Returns the control that was pressed last, outside of the toasts. */
export const lastPressed = (): Element | undefined => (last?.isConnected ? last : undefined)
