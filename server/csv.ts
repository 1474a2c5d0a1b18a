export type Value = string | number | Date | readonly string[] | null

/** What a spreadsheet takes for a formula at the beginning of a cell, in full width too (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/u

/** RFC 4180; an apostrophe keeps a spreadsheet from reading a formula. */
export const csvRow = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: Value): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  const harmless = formula.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
