/** Matches text that a spreadsheet would read as an escaped character (ECMA-376, ST_Xstring). */
const looksEscaped = /_(?=x[\da-f]{4}_)/giu
/** Characters that XML 1.0 does not allow, besides the control characters that the library escapes itself. */
const notInXml = /[\uFFFE\uFFFF\p{Surrogate}]/gu

/** Returns the text as it must be in a cell of an XLSX file: well-formed, and shown as written. */
export const spreadsheetText = (text: string): string =>
  text
    .replaceAll(looksEscaped, '_x005F_')
    .replaceAll(notInXml, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`)
