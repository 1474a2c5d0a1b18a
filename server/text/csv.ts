export type Value = string | number | Date | readonly string[] | null

/**
 * The beginnings of a cell that a spreadsheet may evaluate: OWASP's list, with full-width signs. A cell that already
 * begins with an apostrophe gets another, so that an import can remove exactly one.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u

/** Returns a row in RFC 4180. An apostrophe before formulas stops spreadsheets from evaluating them. */
export const csvRow = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: Value): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
