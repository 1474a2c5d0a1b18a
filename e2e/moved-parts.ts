import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The order in which a page gets the responses of the API: as requested, or the last requested one first. */
export type Order = 'forward' | 'reverse'

/**
 * Gives the page the responses of the API one at a time, two frames apart, and notes each part that moves in between.
 * Compares positions itself, because Chromium reports layout shifts late or not at all while it is busy.
 */
export const releaseOneByOne = (page: Page, order: Order) => page.addInitScript(runInPage, order)

/** Waits until the page has all responses. Returns each part that moved, with the response before the move. */
export async function movedParts(page: Page): Promise<string[]> {
  const state = () => page.evaluate(() => (window as unknown as { answers: State }).answers)
  const message = `${page.url()} has all responses`
  await expect.poll(async () => (await state()).isDone, { message, timeout: 60_000 }).toBe(true)
  return (await state()).moved
}

type State = { moved: string[]; isDone: boolean }

function runInPage(order: Order) {
  const { fetch, setTimeout } = window
  // Disables the time limits of requests and slows long timers, so that a slow machine cannot change the result.
  AbortSignal.timeout = () => new AbortController().signal
  window.setTimeout = ((act: () => void, milliseconds = 0, ...values: unknown[]) =>
    setTimeout(act, milliseconds < 1_000 ? milliseconds : 10 * milliseconds, ...values)) as typeof setTimeout
  const held: { path: string; number: number; release: () => void }[] = []
  const answers: State = { moved: [], isDone: false }
  Object.assign(window, { answers })
  let requests = 0
  let pending = 0
  let last = 'no response'
  window.fetch = async (address, options) => {
    const { pathname } = new URL(address as string, location.href)
    if ((options?.method ?? 'GET') !== 'GET' || !pathname.startsWith('/api/') || pathname === '/api/events')
      return fetch(address, options)
    const number = (requests += 1)
    pending += 1
    try {
      const answer = await fetch(address, options)
      await answer.clone().arrayBuffer() // a body that nobody reads would block one of the browser's six connections
      return answer
    } finally {
      pending -= 1
      await new Promise<void>((release) => held.push({ path: pathname, number, release }))
    }
  }

  let places = new Map<Element, DOMRect>()
  const placeholders = '[aria-hidden=true], [role=status], [aria-live]'
  const isSeen = ({ width, bottom, top }: DOMRect) => width > 1 && bottom > 0 && top < innerHeight
  const isFar = (one: number, other: number) => Math.abs(one - other) > 2
  const hasMoved = (before: DOMRect, after: DOMRect) =>
    (isFar(before.left, after.left) && isFar(before.right, after.right)) ||
    (isFar(before.top, after.top) && isFar(before.bottom, after.bottom))
  /** Compares the positions of all parts. A part that only grows keeps two edges, so it has not moved. */
  const compare = () => {
    const now = new Map<Element, DOMRect>()
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText && !element.matches('button, a, input, select, textarea')) continue
      if (
        element.closest(placeholders) ||
        !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      )
        continue
      const place = element.getBoundingClientRect()
      if (isSeen(place)) now.set(element, place)
    }
    const moved = [...now].filter(([element, place]) => places.has(element) && hasMoved(places.get(element)!, place))
    const [first] = moved
    if (first) {
      const [element, { x, y }] = first
      const before = places.get(element)!
      const words = (element.ariaLabel ?? element.textContent).trim().slice(0, 40)
      const way = `by ${Math.round(x - before.x)}, ${Math.round(y - before.y)}`
      answers.moved.push(
        `${location.pathname}${location.search}: ${words} ${way} after ${last} (${moved.length} parts)`,
      )
    }
    places = now
  }

  const frame = () => new Promise(requestAnimationFrame)
  const run = async () => {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await frame()
      await frame()
      compare()
      held.sort((one, other) => one.number - other.number)
      const next = pending > 0 ? undefined : order === 'forward' ? held.shift() : held.pop()
      if (next) {
        last = next.path
        next.release()
      }
      if (next || pending > 0 || !document.querySelector('h1') || document.querySelector('[aria-busy=true]')) quiet = -1
    }
    answers.isDone = true
  }
  void run()
}
