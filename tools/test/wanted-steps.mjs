import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

/**
 * Returns the steps of `npm test` that run, by name, each with the files to which the call limits it. Without words every
 * step runs. A word is the beginning of the names of steps, or a file of the step before it. After `--except`, words name
 * the steps that do not run.
 * @template {{ name: string, read?: unknown }} Step a step that reads results runs test files
 * @param {string[]} options
 * @param {readonly Step[]} steps
 * @returns {Map<string, string[]>}
 * @throws if a word names no step and no file, or if a file has no step that runs it
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
