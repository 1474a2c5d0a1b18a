/** Matches 30 marks before another mark: more than any language uses (UAX #15, stream-safe text format). */
const manyMarks = /(\p{M}{30})(?=\p{M})/gu

/**
 * Normalizes text to a Unicode form in linear time. The engine sorts the marks of a character in quadratic time: 10,000
 * marks would block the event loop for 0.1 s. A combining grapheme joiner after every 30 marks limits the sorting.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(manyMarks, '$1\u034F').normalize(form)
