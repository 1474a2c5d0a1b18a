import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'

/**
 * Refuses a change that would overwrite text its author has not seen. Accepts a change that is already stored.
 * @param now the stored values; the row must stay locked until the transaction ends
 * @param before the values from which the edit began; undefined: the client did not send them, so every change is
 *   accepted
 * @throws AppError with `code`
 */
export function requireUnchanged<Words extends object>(
  code: Extract<ErrorCode, 'report_changed' | 'changed_elsewhere'>,
  { now, before, sent }: { now: NoInfer<Words>; before: Words | undefined; sent: NoInfer<Words> },
): void {
  if (before && !isIn(now, before) && !isIn(now, sent, before)) throw new AppError(code)
}

/** Returns whether `now` and `words` have equal values for all names that have a value in `named`. */
function isIn<Words extends object>(now: Words, words: Words, named: Words = words): boolean {
  return (Object.keys(named) as (keyof Words)[]).every(
    (name) => named[name] === undefined || JSON.stringify(now[name]) === JSON.stringify(words[name]),
  )
}
