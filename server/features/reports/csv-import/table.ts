import { CsvError, parse } from 'csv-parse/sync'
import type { ReportImportQuery } from '#contract/import.ts'
import { limits } from '#contract/limits.ts'
import { columnsOf } from './policy.ts'

/**
 * A row. `line`: its number in a spreadsheet, where the headings usually have number 1. A line break inside a cell
 * begins no new row (E4.17).
 */
export type Row = { line: number; cells: string[] }

/** Thrown if the file has too many rows, lines or columns, or too long rows. */
export class TooLarge extends Error {}

const signs = [',', ';', '\t', '|']
const looked = { characters: 200_000, rows: 50 } // the part of the file in which we look for the delimiter
const rowLongest = 1_048_576 // bytes

/**
 * An apostrophe that an export has put before a text, so that a spreadsheet does not evaluate the text
 * (`server/text/csv.ts`).
 */
const guarded = /^'(?='*[=+\-@\t\r\n＝＋－＠])/u

/** The line `sep=` at the beginning of a file from Excel, which names the delimiter. */
const separatorLine = /^"?sep=(?<sign>[^\r\n"])"?(?:\r\n|\n|\r|$)/iu

/**
 * Reads a CSV (RFC 4180) delimited by commas, semicolons, tabs or pipes. The first row has the headings; empty rows are
 * dropped.
 * @returns undefined if the text is no table, for example because of an unclosed quote
 * @throws TooLarge
 */
export function readTable(text: string): Row[] | undefined {
  const separator = separatorLine.exec(text)
  const table = separator ? text.slice(separator[0].length) : text
  const named = separator?.groups?.['sign']
  const delimiter = named && signs.includes(named) ? named : delimiterOf(table)
  // Some tools write quotes inside an unquoted cell.
  for (const relaxed of [false, true])
    try {
      return rowsOf(table, { delimiter, relaxed })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      if (error.code === 'CSV_MAX_RECORD_SIZE') throw new TooLarge()
    }
  return undefined
}

function rowsOf(table: string, form: Form): Row[] {
  const rows: Row[] = []
  let line = 0
  each(table, { ...form, cast: boundColumns }, (cells) => {
    line += 1
    if (line > limits.importLines) throw new TooLarge()
    if (cells.every((cell) => cell.trim() === '')) return
    rows.push({ line, cells: cells.map((cell) => cell.replace(guarded, '')) })
    if (rows.length > limits.importRows + 1) throw new TooLarge()
  })
  return rows
}

type Form = { delimiter: string; relaxed: boolean; to?: number; cast?: typeof boundColumns }

/**
 * Checks the number of cells while a row is read. The library limits only characters, and 8 MiB of commas would be 8
 * million cells.
 */
function boundColumns(cell: string, { index }: { index: number }): string {
  if (index >= limits.importColumns) throw new TooLarge()
  return cell
}

/** @throws CsvError, and any error of `take` */
function each(text: string, { delimiter, relaxed, to, cast }: Form, take: (cells: string[]) => void): void {
  parse(text, {
    delimiter,
    relax_quotes: relaxed,
    relax_column_count: true,
    max_record_size: rowLongest,
    ...(to ? { to } : {}),
    ...(cast ? { cast } : {}),
    on_record: (cells: string[]) => {
      take(cells)
      return null
    },
  })
}

/**
 * Returns the delimiter that divides the rows best: into equal numbers of cells, with known headings, and outside of
 * quotes (E4.02).
 */
function delimiterOf(table: string): string {
  const sample = table.slice(0, looked.characters)
  const scores = signs.map((sign) => ({ sign, score: scoreOf(sample, sign, sample.length < table.length) }))
  return scores.toSorted((one, other) => compare(other.score, one.score))[0]!.sign
}

function scoreOf(sample: string, delimiter: string, isCut: boolean): number[] {
  const rows: string[][] = []
  let isClean = true
  try {
    each(sample, { delimiter, relaxed: false, to: looked.rows }, (cells) => {
      if (cells.some((cell) => cell.trim() !== '')) rows.push(cells.slice(0, limits.importColumns + 1))
    })
  } catch (error) {
    isClean = isCut && error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
  }
  const [first = [], ...others] = rows
  const alike = others.filter((cells) => cells.length === first.length).length
  const isEven = first.length > 1 && alike === others.length
  const known = Object.values(columnsOf(first, {} satisfies ReportImportQuery)).filter((place) => place >= 0).length
  const divided = rows.filter((cells) => cells.length > 1).length
  return [Number(isClean), Number(isEven), known, divided, first.length]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : one[at]! - other[at]!
}
