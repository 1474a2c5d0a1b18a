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
const looks: Record<'everything' | 'contrast', axe.RunOptions> = {
  // The one of its rules still on trial that WCAG 2.5.3 needs.
  everything: { rules: { 'label-content-name-mismatch': { enabled: true } } },
  contrast: { runOnly: ['color-contrast'] },
}

/**
 * axe finds nothing to mend on the page as it is.
 * @param look `contrast` where only colours and widths are others than in a look at everything before
 */
export async function expectAccessible(page: Page, look: keyof typeof looks = 'everything') {
  // Half a megabyte: each document reads it once, however often it is looked at.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(async (options) => {
    const { violations } = await window.axe!.run(options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, looks[look])
  expect(found).toEqual([])
}
