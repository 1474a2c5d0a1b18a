/**
 * Returns whether a step of `npm test` runs. The words are the beginnings of the names of the steps that run, or after
 * `--except` of those that do not. Without words every step runs.
 * @param {string[]} options
 * @returns {(step: { name: string }) => boolean}
 */
export function wantedSteps(options) {
  const isExcept = options[0] === '--except'
  const words = isExcept ? options.slice(1) : options
  return ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)) !== isExcept
}
