// Prints the tests that a change can break, as JSON: { vitest, playwright }, lists of files. These are the tests beside
// each changed file and beside all files that import a changed file, directly or not. The search stops at files that
// combine all features, because every test imports such files. In contract/, only importers of a changed name count.
// Imports of types do not count. If a route is reached, the tests of all routes run.
// Run with: node tools/test/changed-tests.ts [ref, default main]
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { files, importsOf } from '../checks/import-graph.ts'
import { changedKeys, changedNames, declarationsIn, importedAs, withUsers } from './changed-names.ts'
import { testsBeside } from './tests-beside.ts'
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

/** Types are erased before the tests run; `oxlint` checks them. */
const imports = files.flatMap(importsOf).filter(({ isType }) => !isType)
const importers = Map.groupBy(imports, ({ to }) => to)
const reached = new Set<string>()
/** The affected names of each file of contract/ that is reached only by names. */
const affected = new Map<string, Set<string>>()
for (const file of changed) if (!reachByNames(file)) reach(file)

function reach(file: string) {
  if (reached.has(file) || (crossings.test(file) && !changed.includes(file))) return
  reached.add(file)
  for (const { from } of importers.get(file) ?? []) reach(from)
}

/** Reaches only the files that import a changed name of contract/, directly or not. Returns whether that was possible. */
function reachByNames(file: string): boolean {
  if (!/^contract\/[\w-]+\.ts$/u.test(file) || file.endsWith('.test.ts') || !existsSync(file)) return false
  const before = versionBefore(file)
  const after = readFileSync(file, 'utf8')
  const names = before === undefined ? undefined : changedNames(file, before, after)
  if (!names) return false
  reached.add(file)
  const keys = new Map([...names].map((name) => [name, changedKeys(name, before!, after)]))
  follow(file, names, keys)
  return true
}

function versionBefore(file: string): string | undefined {
  try {
    const base = execFileSync('git', ['merge-base', ref, 'HEAD'], { encoding: 'utf8' }).trim()
    return execFileSync('git', ['show', `${base}:${file}`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined // the file is new
  }
}

/** Returns whether a file uses an object as a whole, not only single keys of the object. */
function readsWhole(source: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name}(?![\\w.])`, 'u').test(source.replaceAll(/^import .*$/gmu, ''))
}

function follow(file: string, names: ReadonlySet<string>, keys = new Map<string, string[] | undefined>()) {
  for (const { from, written } of importers.get(file) ?? []) {
    const source = readFileSync(from, 'utf8')
    const used = importedAs(from, source, (request) => request === written, names).filter(({ name, local }) => {
      const changedOnes = keys.get(name)
      return !changedOnes || readsWhole(source, local) || changedOnes.some((key) => source.includes(`${local}.${key}`))
    })
    if (used.length === 0) continue
    const declarations = from.startsWith('contract/') && !from.endsWith('.test.ts') && declarationsIn(from, source)
    if (!declarations) {
      if (crossings.test(from)) reached.add(from)
      else reach(from)
      continue
    }
    const users = withUsers(
      declarations,
      used.flatMap(({ name, local }) => keys.get(name)?.map((key) => `${local}.${key}`) ?? local),
    )
    const known = affected.get(from) ?? new Set()
    if ([...users].every((name) => known.has(name))) continue
    affected.set(from, new Set([...known, ...users]))
    reached.add(from)
    follow(from, users)
  }
}

const isAll = changed.some((file) => foundations.test(file))
const specs = files.filter((file) => /^e2e\/.*\.spec\.ts$/u.test(file))
const tests = files.filter((file) => /\.test\.tsx?$/u.test(file))
const ofScreens = new Set(specsOfScreens(reached, specs))

console.log(
  JSON.stringify({
    vitest: isAll ? tests : testsBeside(reached, tests),
    playwright: specs.filter((file) => isAll || reached.has(file) || ofScreens.has(file)),
  }),
)
