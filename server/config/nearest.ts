/** Returns the known name closest to `name` if they differ by at most `most` characters. */
export const nearest = (name: string, known: readonly string[], most = Infinity) =>
  known
    .filter(({ length }) => Math.abs(length - name.length) <= most)
    .map((each) => ({ each, far: distance(name.toUpperCase(), each) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)[0]?.each

/** Returns the Levenshtein distance: how many characters to change, add or remove. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let index = 0; index < from.length; index++) {
    const above = row
    row = [index + 1]
    for (let at = 1; at <= to.length; at++)
      row.push(Math.min(above[at]! + 1, row[at - 1]! + 1, above[at - 1]! + (from[index] === to[at - 1] ? 0 : 1)))
  }
  return row.at(-1)!
}
