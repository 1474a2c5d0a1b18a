import { source } from './axe.ts'
import { sharedPage } from './shared-page.ts'
import { ownContext } from './test.ts'

/** The time of the design's pictures. */
const clock = new Date('2026-10-23T09:41:00+09:00')

/**
 * `test` for screens with the fake server of `states.ts`: on its own shared page, where the time is always `clock`, and
 * with axe.
 */
export const test = ownContext.extend(
  sharedPage(async (page) => {
    await page.clock.setFixedTime(clock)
    await page.addInitScript({ content: source }) // compiled once; evaluated code would be compiled in each document
  }),
)
