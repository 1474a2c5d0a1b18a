/** One task a line; blank lines are dropped (S5.27), the others stay as they were written. */
export const tidy = (list: string): string =>
  list
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .join('\n')
