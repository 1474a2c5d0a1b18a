import { type RawBuilder, sql } from 'kysely'
import { waysToSayNone } from '#contract/no-blocker.ts'

/**
 * Whether the field is one of the ways to say that there is no blocker (E3.01). Misses rare spellings; `saysNoBlocker`
 * finds all.
 */
export const saysNone = (issues: RawBuilder<unknown>) => sql`
  btrim(translate(lower(normalize(left(${issues}, 100), NFKC)), '’、', ''''), E' \\t\\r\\n.。!,、;:_*-–—ー~…·・/()[]<>「」『』【】"\\'') = any(${['', ...waysToSayNone]})`
