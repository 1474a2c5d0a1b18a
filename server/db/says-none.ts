import { type RawBuilder, sql } from 'kysely'
import { waysToSayNone } from '#contract/no-blocker.ts'

/** Whether a report's blockers are one of the ways to say none (E3.01). Rare spellings are not found: `saysNoBlocker` finds all. */
export const saysNone = (issues: RawBuilder<unknown>) => sql`
  btrim(lower(normalize(left(${issues}, 100), NFKC)), E' \\t\\r\\n.。!,、;:_*-–—ー~…·・/()[]<>「」『』【】"\\'') = any(${['', ...waysToSayNone]})`
