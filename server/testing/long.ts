/** Returns the first value in `npm test`, and the second in the trial `long-tests` (docs/reliability.md). */
export const usualOrLong = <Value>(usual: Value, long: Value): Value => (process.env['LONG_TESTS'] ? long : usual)
