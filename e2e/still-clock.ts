import { source } from './axe.ts'
import { keptPage } from './kept-page.ts'
import { ownContext } from './test.ts'

/** When the design's pictures are. */
const clock = new Date('2026-10-23T09:41:00+09:00')

/** For screens that `states.ts` answers for: `test` on a kept page of its own, where it is always `clock`, and with axe. */
export const test = ownContext.extend(
  keptPage(async (page) => {
    await page.clock.setFixedTime(clock)
    await page.addInitScript({ content: source }) // compiled once; what is evaluated is compiled in each document
  }),
)
