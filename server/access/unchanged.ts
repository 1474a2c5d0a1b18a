import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'

/**
 * Refuses a change that would replace words that its writer has not seen. Words that stand there already are accepted again.
 * @param now the words as they stand. Must be locked until the transaction ends
 * @param before the words from which the edit began; undefined: the client does not say
 * @throws AppError with the code
 */
export function requireUnchanged<Words extends object>(
  code: Extract<ErrorCode, 'report_changed' | 'changed_elsewhere'>,
  { now, before, sent }: { now: NoInfer<Words>; before: Words | undefined; sent: NoInfer<Words> },
): void {
  if (before && !isIn(now, before) && !isIn(now, sent, before)) throw new AppError(code)
}

/** Whether `now` has the values that `words` gives for the names of `named`. */
function isIn<Words extends object>(now: Words, words: Words, named: Words = words): boolean {
  return (Object.keys(named) as (keyof Words)[]).every(
    (name) => named[name] === undefined || JSON.stringify(now[name]) === JSON.stringify(words[name]),
  )
}
