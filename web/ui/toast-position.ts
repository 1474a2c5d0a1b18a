const gap = 8 // pixels

/**
 * The elements that the member may need next: under the pointer or focused, close buttons of panels and dialogs, the
 * top bar.
 */
const protectedElements =
  ':is(button, a):hover, :is(button, a, input, textarea):focus, [data-closes], ' +
  ':root:not(:has([data-panel], dialog[open])) [data-app-bar]'

const controls = ':is(header, button, a, input, select, label, summary)'
/** All controls in an open panel or dialog, and its header (E5.03). */
const ofOpen = `:is([data-panel], dialog[open]) ${controls}`

const isOver = (one: DOMRect, other: DOMRect) =>
  one.width > 0 && one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom

/**
 * Moves the toasts down to the first position where they cover none of these elements. If there is none, to below the
 * header.
 */
function avoidOverlap(toasts: HTMLElement) {
  toasts.style.top = ''
  const outside = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => !toasts.contains(element))
      .map((element) => element.getBoundingClientRect())
  const own = toasts.getBoundingClientRect()
  const places = [...outside(protectedElements), ...outside(ofOpen)].filter(
    ({ width, left, right }) => width > 0 && right > own.left && left < own.right,
  )
  const isFree = (top: number) => {
    const there = new DOMRect(own.left, top, own.width, own.height)
    return !places.some((place) => isOver(place, there))
  }
  if (isFree(own.top)) return
  const lowest = innerHeight - own.height
  const tops = places.map(({ bottom }) => bottom + gap).filter((top) => top > own.top && top <= lowest)
  const header = outside(`:is([data-panel], dialog[open]) header`).at(-1)
  const top = tops.toSorted((one, two) => one - two).find(isFree) ?? (header ? header.bottom + gap : own.top)
  toasts.style.top = `${top}px`
}

/**
 * Keeps the toasts clear of these elements, also when the focus moves, until the returned function is called. Does not
 * move toasts that are hovered or focused: a press on their button would miss.
 */
export function keepToastsClear(toasts: HTMLElement): () => void {
  const follow = () => {
    if (!toasts.matches(':hover, :focus-within')) avoidOverlap(toasts)
  }
  avoidOverlap(toasts)
  document.addEventListener('focusin', follow)
  window.addEventListener('resize', follow)
  return () => {
    document.removeEventListener('focusin', follow)
    window.removeEventListener('resize', follow)
  }
}
