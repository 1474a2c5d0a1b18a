const gap = 8 // pixels

/** What may be wanted next: what the pointer or the focus is on, and what closes a panel or a dialog. */
const wanted = ':is(button, a):hover, :is(button, a, input, textarea):focus, [data-closes]'

/** Lowers the toasts below all of it that they would lie over. */
export function keepClear(toasts: HTMLElement) {
  toasts.style.top = ''
  const places = [...document.querySelectorAll(wanted)]
    .filter((element) => !toasts.contains(element))
    .map((element) => element.getBoundingClientRect())
  for (const place of places.toSorted((one, two) => one.top - two.top)) {
    const own = toasts.getBoundingClientRect()
    const isBeside = place.right <= own.left || place.left >= own.right
    if (place.width > 0 && !isBeside && place.bottom > own.top && place.top < own.bottom)
      toasts.style.top = `${place.bottom + gap}px`
  }
}
