/** Matches a test file and the names of its tests in a row: `path/file.test.ts` "first name", "second name". */
const proof = /`(?<file>[^`]+\.(?:test|spec)\.tsx?)`(?<names>(?:,?\s*"[^"]+")*)/gu

/**
 * Returns the rows of SECURITY.md's table of threats that name no test, and the tests named there that do not exist (E6.04).
 * @param read returns the text of a file, undefined if there is none
 */
export function brokenPromises(security: string, read: (file: string) => string | undefined): string[] {
  const lines = security.split('\n')
  const head = lines.findIndex((line) => line.startsWith('| threat |'))
  const length = lines.slice(head).findIndex((line) => !line.startsWith('|'))
  const rows = lines.slice(head + 2, head + length)
  if (head === -1 || rows.length === 0) return ['SECURITY.md: there is no table of threats']
  return rows.flatMap((row, index) => {
    const [, threat, , tests = ''] = row.split('|').map((cell) => cell.trim())
    const at = `SECURITY.md:${head + 3 + index}`
    const named = [...tests.matchAll(proof)]
    if (named.length === 0) return [`${at} '${threat}' names no test that fails if it is untrue`]
    return named.flatMap(({ groups }) => {
      const { file, names } = groups as { file: string; names: string }
      const text = read(file)
      if (text === undefined) return [`${at} ${file} is not there`]
      const tested = [...names.matchAll(/"([^"]+)"/gu)].map(([, name]) => name!)
      if (tested.length === 0) return [`${at} ${file} is named without the name of a test`]
      return tested.filter((name) => !isTestOf(text, name)).map((name) => `${at} ${file} has no test "${name}"`)
    })
  })
}

/** Returns whether the text contains this name as a whole string: the name of a test, or of a test table. */
const isTestOf = (text: string, name: string) => ["'", '"', '`'].some((quote) => text.includes(quote + name + quote))
