import type { Page } from '@playwright/test'

declare global {
  interface Window {
    parts?: Element[]
  }
}

/** The parts that axe has passed in this worker, with everything that their result depends on. */
const seen = new Set<string>()

/**
 * Finds the parts of a page that axe has already passed by the same rules, so that axe can skip them. Most states of a
 * screen differ in a few elements, and the sidebar is the same everywhere.
 * @param look the rules that run
 * @returns the indexes of these parts in `window.parts`, and `remember`, to call after the page has passed
 */
export async function seenParts(page: Page, look: string): Promise<{ known: number[]; remember: () => void }> {
  const { keys, isCovered } = await page.evaluate(findParts, look)
  return {
    known: keys.flatMap((key, index) => (seen.has(key) ? [index] : [])),
    remember: () => {
      if (!isCovered) for (const key of keys) seen.add(key)
    },
  }
}

/**
 * Runs in the page. A part is an element that axe does not compare with the rest of the page. So it contains no
 * landmarks, headings, references or fields, whose labels can be elsewhere. Its result depends on its HTML, its
 * ancestors, the window's width and the theme.
 */
function findParts(look: string) {
  const minimum = 6 // elements; it costs more to skip a smaller part than to check it
  const compared = [
    'main, nav, aside, header, footer, section, form, search, dialog, [role=banner], [role=complementary], [role=contentinfo]',
    '[role=form], [role=main], [role=navigation], [role=region], [role=search], h1, h2, h3, h4, h5, h6, [role=heading]',
    'input, select, textarea, output, [contenteditable], [popover], [data-toast], iframe',
    '[for], [headers], [aria-labelledby], [aria-describedby], [aria-controls], [aria-owns], [aria-details]',
    '[aria-errormessage], [aria-activedescendant], [aria-flowto], [href^="#"]',
  ].join()
  const parts: Element[] = []
  const keys: string[] = []
  const variant = `${look} ${innerWidth} ${matchMedia('(prefers-color-scheme: dark)').matches}`
  const collect = (element: Element, ancestors: string) => {
    if (element.getElementsByTagName('*').length < minimum) return
    if (!element.matches(compared) && !element.querySelector(compared)) {
      parts.push(element)
      keys.push(`${ancestors} ${element.outerHTML}`)
      return
    }
    const chain = `${ancestors} ${(element.cloneNode() as Element).outerHTML}`
    for (const child of element.children) collect(child, chain)
  }
  collect(document.body, `${variant} ${(document.documentElement.cloneNode() as Element).outerHTML}`)
  window.parts = parts
  // axe does not check the contrast of elements under a dialog, a menu or a toast. Looks for the toasts themselves:
  // their popover (`manual`) stays open while there is no toast.
  const isCovered = document.querySelector('dialog[open], [popover=auto]:popover-open, [data-toast]') !== null
  return { keys, isCovered }
}
