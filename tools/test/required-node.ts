/**
 * Throws if a tool of `node_modules/.bin` runs on the Node of the machine. Node 24 is a dependency, and older versions
 * find no tests of the server.
 */
export function requireNode(version: string): void {
  if (Number(version.split('.')[0]) >= 24) return
  throw new Error(
    `This is Node ${version}, but the tests need Node 24, which npm ci has installed. Run: export PATH="$PWD/node_modules/.bin:$PATH"`,
  )
}
