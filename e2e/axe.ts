import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { seenParts } from './seen-parts.ts'
import { expect } from './test.ts'

declare global {
  interface Window {
    /** True once `loadAxe` has run here. */
    axe?: typeof axe
    loadAxe?: () => void
  }
}

const minified = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Half a megabyte, which takes as long to run as some pages to load: only where something is looked at. */
export const source = `window.loadAxe = () => {\n${minified}\n;(${prepare.toString()})()\n}`
const names = 'label-content-name-mismatch' // still on trial at axe, and its one rule for WCAG 2.5.3
const looks: Record<'everything' | 'contrast' | 'names', axe.RunOptions> = {
  everything: { rules: { [names]: { enabled: true } } },
  contrast: { runOnly: ['color-contrast'] },
  names: { runOnly: [names] },
}

type Colour = { r: number; g: number; b: number; alpha: number; parseString: (words: string) => Colour }
/** What axe's types leave out. */
type Colours = { color: { Color: new (red: number, green: number, blue: number) => Colour } }

/** Runs in the page, where axe has just come. */
function prepare() {
  // axe draws words to find out whether they are an icon font's, and passes over what the browser has no glyphs for, as the
  // packaged Chromium has none for Japanese. Here it draws a dot for each, and looks at all of them.
  CanvasRenderingContext2D.prototype.fillText = function () {
    this.fillRect(0, 0, 1, 1)
  }
  // It takes a colour's words apart anew for each element behind each word, which is a third of its work: here once.
  const { Color } = (window.axe!.commons as unknown as Colours).color
  const parse = Color.prototype.parseString
  const known = new Map<string, Colour>()
  Color.prototype.parseString = function (this: Colour, words: string) {
    const colour = known.get(words) ?? parse.call(new Color(0, 0, 0), words)
    known.set(words, colour)
    const { r, g, b, alpha } = colour
    return Object.assign(this, { r, g, b, alpha })
  }
  window.axe!.configure({ noHtml: true }) // nobody reads the elements that it copies
}

/**
 * axe finds nothing to mend on the page as it is.
 * @param look `contrast` where only colours and widths are others than in a look at everything before, `names` where only
 * the language is: a control's name has the words that stand on it
 */
export async function expectAccessible(page: Page, look: keyof typeof looks = 'everything') {
  if (!(await page.evaluate(() => 'loadAxe' in window))) await page.evaluate(source)
  const { known, remember } = await seenParts(page, look)
  const found = await page.evaluate(
    async ({ options, left }) => {
      if (!window.axe) window.loadAxe!()
      const exclude = left.map((index) => window.parts![index]!)
      const { violations } = await window.axe!.run({ exclude }, { ...options, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    { options: looks[look], left: known },
  )
  expect(found).toEqual([])
  remember()
}
