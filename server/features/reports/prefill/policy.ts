import type { Prefill } from '#contract/prefill.ts'
import { linesOf } from '#contract/report-fields.ts'

/** Returns the lines of a plan by their folded form (without case and width). Of equal lines, keeps the first. */
export function foldedLines(plan: string, fold: (line: string) => string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const line of linesOf(plan)) {
    const folded = fold(line)
    if (!lines.has(folded)) lines.set(folded, line)
  }
  return lines
}

/**
 * Returns the lines of the newest plan. Counts for each line how many consecutive plans have it, including the newest.
 * @param plans the newest first, each from `foldedLines`
 */
export function carriedLines(plans: readonly ReadonlyMap<string, string>[]): Prefill['planned'] {
  return [...(plans[0] ?? [])].map(([line, text]) => {
    const end = plans.findIndex((plan) => !plan.has(line))
    return { text, carried: end === -1 ? plans.length : end }
  })
}
