// Prints the tests that a change can break, as JSON: { vitest, playwright }, lists of files. These are the tests beside
// the changed files and beside all files that import them, directly or not. The search stops at files that combine all
// features, because every test imports those. Run with: node tools/test/changed-tests.ts [ref, default main]
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { files, importsOf } from '../checks/import-graph.ts'
import { specsOfScreens } from './screen-specs.ts'

/** Files that combine all features: a change in one feature does not affect their importers. */
const crossings = /^server\/(app|main|routes)\.ts$|^web\/app\/|\/testing\/|^(cli|tools|bench|trials)\//u
/** Files that every test depends on without importing them. */
const foundations = /^(package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig.*\.json)$/u

const ref = process.argv[2] ?? 'main'
const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', '--merge-base', ref),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const importers = Map.groupBy(files.flatMap(importsOf), ({ to }) => to)
const reached = new Set<string>()
for (const file of changed) reach(file)

function reach(file: string) {
  if (reached.has(file) || (crossings.test(file) && !changed.includes(file))) return
  reached.add(file)
  for (const { from } of importers.get(file) ?? []) reach(from)
}

const isAll = changed.some((file) => foundations.test(file))
const specs = files.filter((file) => /^e2e\/.*\.spec\.ts$/u.test(file))
const tests = files.filter((file) => /\.test\.tsx?$/u.test(file))
const folders = new Set([...reached].map(dirname))
const ofScreens = new Set(specsOfScreens(reached, specs))

console.log(
  JSON.stringify({
    vitest: tests.filter((file) => isAll || reached.has(file) || folders.has(dirname(file))),
    playwright: specs.filter((file) => isAll || reached.has(file) || ofScreens.has(file)),
  }),
)
