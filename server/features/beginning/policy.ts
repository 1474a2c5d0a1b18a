import type { Beginning } from '#contract/beginning.ts'
import { linesOf } from '#contract/report-fields.ts'

/**
 * The lines of the newest plan, each once, with in how many plans in a row it stands, that one included.
 * @param plans the newest first
 * @param fold what makes two ways of writing a line the same
 */
export function carriedLines(plans: readonly string[], fold: (line: string) => string): Beginning['planned'] {
  const folded = plans.map((plan) => new Set(linesOf(plan).map(fold)))
  const lines = new Map<string, string>()
  for (const line of linesOf(plans[0] ?? '')) if (!lines.has(fold(line))) lines.set(fold(line), line)
  return [...lines].map(([line, text]) => {
    const end = folded.findIndex((plan) => !plan.has(line))
    return { text, carried: end === -1 ? plans.length : end }
  })
}
