// Reads which tests failed, and why, from the JSON results of vitest and Playwright.
// Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../install.mjs'

/** The most lines that are printed of one error. A diff or a page can have thousands. */
const maxErrorLines = 10

/** The line of a Testing Library error at which the printed page begins. */
const pagePrint = /^(?:Ignored nodes:|Here are the accessible roles:|Here are the available roles:)/mu

/** @typedef {{ test: string, error: string, page?: string | undefined }} Failure `page`: the file where Playwright described the page */

/** @returns {Failure[]} */
export function failedVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((each) => each.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ test: file, error: shorten(message) }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file}: ${fullName}`,
      error: shorten(failureMessages.join('\n')),
    }))
  })
}

/** @returns {Failure[]} */
export function failedPlaywright({ config, suites, errors }) {
  const folder = relative(root, config.rootDir)
  return [
    ...errors.map(({ message }) => ({ test: 'outside of the tests', error: shorten(message) })),
    ...suites.flatMap((suite) => failedIn(suite, [], folder)),
  ]
}

function failedIn({ title, suites = [], specs = [] }, above, folder) {
  const path = [...above, title]
  return [
    ...suites.flatMap((suite) => failedIn(suite, path, folder)),
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
      .map((spec) => {
        const result = spec.tests.flatMap(({ results }) => results).find(({ errors }) => errors.length > 0)
        const page = result?.attachments.find(({ name }) => name === 'error-context')?.path
        const error = result?.errors.map(({ message, stack }) => stack ?? message).join('\n')
        return {
          test: `${folder}/${spec.file}:${spec.line}: ${[...path.slice(1), spec.title].join(' > ')}`,
          error: shorten(error ?? 'did not run to its end'),
          page,
        }
      }),
  ]
}

/** @returns the message without the printed page, cut if it is long, and the first stack line of our own code */
function shorten(text) {
  const plain = stripVTControlCharacters(text)
  const [message, stack] = parted(plain)
  const lines = message
    .split(pagePrint)[0]
    .split('\n')
    .filter((line) => line.trim())
  const rest = lines.length > maxErrorLines ? ['…'] : []
  const place = stack.split('\n').find((line) => line.includes('at ') && !/node_modules|node:internal/u.test(line))
  return [...lines.slice(0, maxErrorLines), ...rest, ...(place ? [place] : [])].join('\n')
}

function parted(text) {
  const at = text.search(/\n {4}at /u)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
