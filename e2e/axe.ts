import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './test.ts'

declare global {
  interface Window {
    /** Where `source` has run. */
    axe?: typeof axe
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const names = 'label-content-name-mismatch' // still on trial at axe, and its one rule for WCAG 2.5.3
const looks: Record<'everything' | 'contrast' | 'names', axe.RunOptions> = {
  everything: { rules: { [names]: { enabled: true } } },
  contrast: { runOnly: ['color-contrast'] },
  names: { runOnly: [names] },
}

/**
 * axe draws words to find out whether they are an icon font's, and passes over what the browser has no glyphs for, as the
 * packaged Chromium has none for Japanese. Here it draws a dot for each, and looks at all of them.
 */
const drawAnything = () => {
  CanvasRenderingContext2D.prototype.fillText = function () {
    this.fillRect(0, 0, 1, 1)
  }
}

/**
 * axe finds nothing to mend on the page as it is.
 * @param look `contrast` where only colours and widths are others than in a look at everything before, `names` where only
 * the language is: a control's name has the words that stand on it
 */
export async function expectAccessible(page: Page, look: keyof typeof looks = 'everything') {
  // Half a megabyte: each document reads it once, however often it is looked at.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(drawAnything)
  }
  const found = await page.evaluate(async (options) => {
    const { violations } = await window.axe!.run({ ...options, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, looks[look])
  expect(found).toEqual([])
}
