// What `mutate-sql.ts` has in place of a file of tests: it loads that file anew, and passes calls on to one mutant.
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

type Statements = Record<string, (...all: unknown[]) => unknown>
type Loaded = { id: string }

declare module 'vitest' {
  interface TaskMeta {
    /** The statements that a test has called; `between`: that were called since the test before. */
    reached?: string[]
    between?: string[]
  }
}
declare global {
  var mutant: { call: (file: string, name: string, original: Statements, all: unknown[]) => unknown }
  var __vitest_worker__: {
    evaluatedModules: { fileToModulesMap: Map<string, Set<Loaded>>; invalidateModule: (module: Loaded) => void }
  }
}

/** Where a test stands in its file, which goes by other names here. */
export const placeOf = ({ id }: { id: string }) => id.slice(id.indexOf('_') + 1)

/**
 * @param of.only the places of the tests that are run; absent: all
 * @param of.mocks what is loaded already knows nothing of a library's stand-in, and what is loaded then knows it for ever
 */
export function begin(of: { file?: string; only?: string[]; mocks: boolean }, mutant?: Statements) {
  if (of.mocks) {
    vi.resetModules()
    afterAll(() => void vi.resetModules())
  } else loadTestsAnew()
  const reached = new Set<string>()
  globalThis.mutant = {
    call(file, name, original, all) {
      reached.add(`${file} ${name}`)
      return (mutant && file === of.file ? mutant : original)[name]!(...all)
    },
  }
  let hasFailed = false
  beforeEach(({ task, skip, onTestFailed }) => {
    if (hasFailed || (of.only && !of.only.includes(placeOf(task)))) skip()
    task.meta.between = [...reached]
    reached.clear()
    onTestFailed(() => {
      hasFailed = true
    })
  })
  afterEach(({ task }) => {
    task.meta.reached = [...reached]
    reached.clear()
  })
}

/** They and what they share keep something for each file of tests: its database, what is closed when it is done. */
function loadTestsAnew() {
  const { evaluatedModules } = globalThis.__vitest_worker__
  for (const [file, modules] of evaluatedModules.fileToModulesMap)
    if (/\/testing\/|\.(?:test|fixture)\.ts$/u.test(file))
      for (const module of modules) if (!module.id.includes('?entry=')) evaluatedModules.invalidateModule(module)
}
