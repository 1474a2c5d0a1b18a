import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { seenParts } from './seen-parts.ts'
import { expect } from './test.ts'

declare global {
  interface Window {
    /** Set by `loadAxe`, which runs once in each document that is checked. */
    axe?: typeof axe
    loadAxe?: () => void
  }
}

const minified = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * The source of axe. It has half a megabyte and runs as long as some pages take to load, so only documents that are
 * checked run it.
 */
export const source = `window.loadAxe = () => {\n${minified}\n;(${prepare.toString()})()\n}`
const names = 'label-content-name-mismatch' // an experimental rule of axe, and its only one for WCAG 2.5.3
const looks: Record<'everything' | 'contrast' | 'names', axe.RunOptions> = {
  everything: { rules: { [names]: { enabled: true } } },
  contrast: { runOnly: ['color-contrast'] },
  names: { runOnly: [names] },
}

type Colour = { r: number; g: number; b: number; alpha: number; parseString: (words: string) => Colour }
/** The parts that axe's types leave out. */
type Colours = { color: { Color: new (red: number, green: number, blue: number) => Colour } }

/** Runs in the page after axe was loaded. */
function prepare() {
  // axe draws words to detect icon fonts, and skips words without glyphs. The packaged Chromium has no Japanese glyphs.
  // The replacement draws a dot for each word, so that axe checks all words.
  CanvasRenderingContext2D.prototype.fillText = function () {
    this.fillRect(0, 0, 1, 1)
  }
  // axe parses the colour of each element behind each word again, which is a third of its work. The replacement caches
  // the colours.
  const { Color } = (window.axe!.commons as unknown as Colours).color
  const parse = Color.prototype.parseString
  const known = new Map<string, Colour>()
  Color.prototype.parseString = function (this: Colour, words: string) {
    const colour = known.get(words) ?? parse.call(new Color(0, 0, 0), words)
    known.set(words, colour)
    const { r, g, b, alpha } = colour
    return Object.assign(this, { r, g, b, alpha })
  }
  window.axe!.configure({ noHtml: true }) // the results need no copies of the HTML
}

/**
 * Fails if axe finds a fault on the page.
 * @param look `contrast` if only colours and widths differ from an earlier full check; `names` if only the language
 * differs, because accessible names contain the visible words
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
