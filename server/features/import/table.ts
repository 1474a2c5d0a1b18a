import { parse } from 'csv-parse/sync'

/** A row, with the line of the file on which it begins. */
export type Row = { line: number; cells: string[] }

const encodings = [
  { name: 'utf-16le', mark: [0xff, 0xfe] },
  { name: 'utf-16be', mark: [0xfe, 0xff] },
]

/** UTF-8, UTF-16 where its mark says so, else Shift_JIS, in which spreadsheets in Japan save; undefined where it is none of them. */
function decoded(file: Buffer): string | undefined {
  const marked = encodings.find(({ mark }) => mark.every((byte, index) => file[index] === byte))
  for (const name of marked ? [marked.name] : ['utf-8', 'shift_jis'])
    try {
      return new TextDecoder(name, { fatal: true }).decode(file)
    } catch {
      continue // the next one
    }
  return undefined
}

/** What an export has put before a text that a spreadsheet would take for a formula (`server/csv.ts`). */
const guarded = /^'(?=[=+\-@\t\r＝＋－＠])/u

/**
 * The rows of a CSV (RFC 4180), whichever of comma, semicolon and tab stands most often in the first line.
 * @returns undefined where it is none
 */
export function readTable(file: Buffer): Row[] | undefined {
  const text = decoded(file)
  if (text === undefined || text.includes('\0')) return undefined
  try {
    const [head = ''] = text.split('\n', 1)
    const [delimiter] = [',', ';', '\t'].toSorted((one, other) => head.split(other).length - head.split(one).length)
    let line = 1
    const records = parse(text, { delimiter: delimiter!, relax_column_count: true, info: true }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return records.map(({ record, info }) => {
      const row = { line, cells: record.map((cell) => cell.replace(guarded, '')) }
      line = info.lines + 1
      return row
    })
  } catch {
    return undefined // a quote that does not end
  }
}
