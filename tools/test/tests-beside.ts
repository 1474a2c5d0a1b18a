// Finds the tests of vitest that a change can break, by the files that the change reaches.
import { dirname } from 'node:path'

/** Tests that try every route: a change of any route, or of its shapes, can break them. */
const ofAllRoutes = /^server\/http\/(all-routes|openapi)\//u

/** Returns the tests beside the reached files, and the tests of all routes if a route is reached. */
export function testsBeside(reached: ReadonlySet<string>, tests: readonly string[]): string[] {
  const folders = new Set([...reached].map((file) => dirname(file)))
  const hasRoute = [...reached].some((file) => /^server\/features\/.*\/routes\.ts$/u.test(file))
  return tests.filter((file) => folders.has(dirname(file)) || (hasRoute && ofAllRoutes.test(file)))
}
