import { lastPressed } from '../platform/last-press.ts'

const gap = 8 // pixels

/**
 * The elements that the member may need next: controls under the pointer or with the focus, close buttons of panels and
 * dialogs, and the top bar.
 */
const protectedElements =
  ':is(button, a):hover, :is(button, a, input, textarea):focus, [data-closes], ' +
  ':root:not(:has([data-panel], dialog[open])) [data-app-bar]'

const controls = ':is(header, button, a, input, select, label, summary)'
/** All controls in an open panel or dialog, and its header (E5.03). */
const ofOpen = `:is([data-panel], dialog[open]) ${controls}`
/** All controls of the page, and the bar at the bottom of a small screen. */
const ofPage = ':is(a[href], button, input, textarea, select, label, summary), .tab-bar'
/** Matches the group around a pressed control. The member may press another control of the group next. */
const row = 'li, tr, [role="row"], footer, fieldset'

const isOver = (one: DOMRect, other: DOMRect) =>
  one.width > 0 && one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom

/** Returns the pressed control and the other controls of its group. */
function ofPressedRow(): Element[] {
  const pressed = lastPressed()
  return pressed ? [pressed, ...(pressed.closest(row)?.querySelectorAll(controls) ?? [])] : []
}

/**
 * Moves the toasts to the topmost position at which they cover no control. Without such a position, to the topmost one
 * at which they cover no control that the member may need next. Without that either, below the header.
 */
function avoidOverlap(toasts: HTMLElement) {
  toasts.style.top = ''
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  const own = toasts.getBoundingClientRect()
  const positionsOf = (elements: readonly Element[]) =>
    elements
      .filter((element) => !toasts.contains(element))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, left, right }) => width > 1 && right > own.left && left < own.right)
  const needed = positionsOf([...all(protectedElements), ...all(ofOpen), ...ofPressedRow()])
  const topWithout = (places: readonly DOMRect[]) => {
    const isFree = (top: number) => {
      const there = new DOMRect(own.left, top, own.width, own.height)
      return !places.some((place) => isOver(place, there))
    }
    const lowest = innerHeight - own.height
    const tops = places.map(({ bottom }) => bottom + gap).filter((top) => top > own.top && top <= lowest)
    return [own.top, ...tops.toSorted((one, two) => one - two)].find(isFree)
  }
  const header = positionsOf(all(':is([data-panel], dialog[open]) header')).at(-1)
  const top =
    topWithout([...needed, ...positionsOf(all(':modal').length > 0 ? [] : all(ofPage))]) ??
    topWithout(needed) ??
    (header ? header.bottom + gap : own.top)
  if (top !== own.top) toasts.style.top = `${top}px`
}

/**
 * Keeps the toasts from covering these elements, also when the focus moves, until the returned function is called.
 * Toasts under the pointer or with the focus do not move, because a press on their button would miss.
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
