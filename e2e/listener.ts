import type { CDPSession, Page } from '@playwright/test'
import { expect } from './test.ts'

declare global {
  interface Window {
    /** The announcements of the live regions since the page was loaded. */
    heard: string[]
  }
}

/** States that a screen reader announces only if they are true. */
const held = new Set([
  'invalid',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'required',
  'disabled',
  'modal',
  'hasPopup',
])

/**
 * Simulates a keyboard user with a screen reader. Must be called before the page is opened. Reads the focused element
 * from the browser's accessibility tree.
 */
export async function listenTo(page: Page) {
  await page.addInitScript(() => {
    const live = '[aria-live], [role=status], [role=alert]'
    window.heard = []
    new MutationObserver((changes) => {
      const places = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
      const elements = places.map((node) => (node instanceof Element ? node : node.parentElement))
      const regions = elements.flatMap((element) => {
        const within = element?.querySelectorAll(live) ?? []
        return Array.from(within).concat(element?.closest(live) ?? [])
      })
      for (const region of new Set(regions)) {
        const words = region instanceof HTMLElement ? region.innerText.replaceAll(/\s+/gu, ' ').trim() : ''
        if (words && window.heard.at(-1) !== words) window.heard.push(words)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const session = await page.context().newCDPSession(page)
  const expectAt = (stop: string) => expect.poll(() => focused(session)).toBe(stop)
  return {
    /** Expects the focused element: role, name, states and description. */
    expectAt,
    /** Expects the elements that repeated presses of a key focus in turn. */
    expectStops: async (key: string, stops: string[]) => {
      for (const stop of stops) {
        await page.keyboard.press(key)
        await expectAt(stop)
      }
    },
    expectHeard: (words: string | RegExp) =>
      expect.poll(() => page.evaluate(() => window.heard)).toContainEqual(expect.stringMatching(words)),
    type: (words: string) => page.keyboard.type(words),
    retype: async (words: string) => {
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(words)
    },
  }
}

async function focused(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId!,
    fetchRelatives: false,
  })
  const { role, name, description, properties = [] } = nodes[0]!
  const states = properties
    .filter(({ name: state, value }) => held.has(state) && ![false, 'false'].includes(value.value))
    .map(({ name: state, value }) => ([true, 'true'].includes(value.value) ? state : `${state}: ${value.value}`))
  const words = [role?.value, name?.value].filter(Boolean).join(' ')
  return [words, ...states, description?.value].filter(Boolean).join(', ')
}
