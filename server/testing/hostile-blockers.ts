type Text = (row: number, version: number) => string

const lines = (length: number, count: number, line: (at: number) => string) => {
  let text = ''
  for (let at = 0; at < count; at += 1) {
    const next = `${line(at)}\n`
    if (text.length + next.length > length) break
    text += next
  }
  return text.trimEnd()
}
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Writes a number in letters: lines with different digits would be different blockers. */
const word = (number: number) => number.toString(26).replaceAll(/./gu, (digit) => letters[Number.parseInt(digit, 26)]!)

/**
 * Blockers that are slow to compare, by their total length in characters. They differ between rows, and between
 * versions of a report.
 */
export const hostileBlockers: Record<string, (length: number) => Text> = {
  '200 lines that are alike': (length) => (row, version) =>
    lines(length, 200, (at) => `waiting for an answer ${word(at + 26 * 26)} ${word(row + version + 26)}`),
  '50 long lines that are alike': (length) => (row, version) =>
    lines(length, 50, (at) => `${'ab cd ef gh '.repeat(14)}${word(at + 26)} ${word(row + version + 26)}`),
  '5,000 lines of one letter': (length) => (row, version) =>
    lines(length, 5_000, (at) => letters[(at + row + version) % 26]!),
  '20 lines of 500 letters': (length) => (row, version) =>
    lines(length, 20, (at) => `${'abcdefghijklmnopqrst '.repeat(23)}${word(at)}${word(row + version)}`.slice(0, 498)),
  'lines of kanji': (length) => (row, version) =>
    lines(length, 200, (at) => `契約書返事待確認中${String.fromCodePoint(0x4e00 + at, 0x5000 + row + version)}`),
  'lines with the same words in another order': (length) => (row, version) =>
    lines(length, 200, (at) =>
      [...Array(8).keys()].map((n) => word(27 + ((n * 7 + at * 3 + row + version) % 26))).join(', '),
    ),
  'lines that all are equal': (length) => (row) =>
    lines(length, 200, () => (row % 2 === 0 ? 'waiting for an answer' : 'waiting for answers now')),
}
