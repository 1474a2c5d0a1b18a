/** Matches `code`, **bold** and [links](https://…) in the text of one line (E2.05). */
export const spanMark =
  /`([^`]+)`|\*\*(?=[^\s*])((?:[^*]|\*(?!\*))+)(?<!\s)\*\*|\[([^[\]]+)\]\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)?)\)/gu

/** Removes the marks of bold and code for plain text. Other asterisks stay unchanged. */
export const withoutMarks = (words: string) =>
  words.replaceAll(spanMark, (all, code?: string, bold?: string) => code ?? bold ?? all)
