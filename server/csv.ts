export type Value = string | number | Date | readonly string[] | null

/**
 * The beginnings of a cell that a spreadsheet may read as a formula: OWASP's list, with full-width signs. A cell that begins with our
 * own apostrophe gets another, so that an import takes off exactly the one that was added.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u

/** RFC 4180; an apostrophe keeps a spreadsheet from reading a formula. */
export const csvRow = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: Value): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
