import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * axe finds nothing to mend on the page as it is.
 * @param look `contrast` where only colours and widths are others than in a look at everything before
 */
export async function expectAccessible(page: Page, look: 'everything' | 'contrast' = 'everything') {
  // Our pages have no frames: the mode without them needs no second page for its sums, which takes longer than the look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (look === 'contrast') axe.withRules('color-contrast')
  const { violations } = await axe.analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))).toEqual([])
}
