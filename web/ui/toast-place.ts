import { useEffect } from 'react'

const gap = 8 // pixels

/** What was pressed last. */
let pressed: Element | null = null

/** Remembers what is pressed: a key on a button, and Enter in a form, come as clicks, too. */
export function useLastPressed() {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      pressed = target instanceof Element ? target.closest('button, a') : null
    }
    window.addEventListener('click', onClick, true)
    return () => window.removeEventListener('click', onClick, true)
  }, [])
}

/** Lowers the toasts below what was pressed, which may be wanted again, and below what closes a panel or a dialog. */
export function keepClear(toasts: HTMLElement) {
  toasts.style.top = ''
  const others = [pressed, ...document.querySelectorAll('[data-closes]')]
    .filter((other) => other !== null)
    .filter((other) => !toasts.contains(other))
    .map((other) => other.getBoundingClientRect())
    .filter(({ width }) => width > 0)
  for (const other of others.toSorted((one, two) => one.top - two.top)) {
    const own = toasts.getBoundingClientRect()
    const isBeside = other.right < own.left || other.left > own.right
    const isApart = other.bottom < own.top || other.top > own.bottom
    if (!isBeside && !isApart) toasts.style.top = `${other.bottom + gap}px`
  }
}
