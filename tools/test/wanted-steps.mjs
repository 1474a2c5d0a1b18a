import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

/**
 * Returns the names of the steps that `npm test` must run, each with the only files to run; no files means all.
 * - Without words every step runs.
 * - `lint vitest` runs the steps with names that begin with these words.
 * - `vitest contract/due.test.ts` runs one file of a step. A file follows its step.
 * - `--except lint` runs all other steps.
 * @template {{ name: string, read?: unknown }} Step only a step with `read` can run single files
 * @param {string[]} options
 * @param {readonly Step[]} steps
 * @returns {Map<string, string[]>}
 * @throws if a word names no step and no file, or if no step before a file can run it
 */
export function wantedSteps(options, steps) {
  const isExcept = options[0] === '--except'
  const words = isExcept ? options.slice(1) : options
  /** @type {Map<string, string[]>} */
  const named = new Map()
  /** @type {Step[]} */
  let last = []
  for (const word of words) {
    const begun = steps.filter(({ name }) => name.startsWith(word))
    if (begun.length > 0) {
      last = begun
      for (const { name } of begun) named.set(name, named.get(name) ?? [])
    } else if (!isFile(word)) {
      throw new Error(`\`${word}\` is neither a step of npm test nor a file. The steps: ${listed(steps)}.`)
    } else if (isExcept || last.length === 0 || !last.every(({ read }) => read)) {
      const runners = listed(steps.filter(({ read }) => read))
      throw new Error(
        `Write the step that runs ${word} before it: npm test -- STEP ${word}. These run files: ${runners}.`,
      )
    } else for (const { name } of last) named.get(name)?.push(word)
  }
  if (words.length > 0 && !isExcept) return named
  return new Map(steps.filter(({ name }) => !named.has(name)).map(({ name }) => [name, []]))
}

/** @param {string} word a file or folder, or a line of a file, `file:12` */
const isFile = (word) => existsSync(join(root, word.replace(/(?::\d+){1,2}$/u, '')))

/** @param {readonly { name: string }[]} steps */
const listed = (steps) => steps.map(({ name }) => name.split(':')[0]).join(', ')
