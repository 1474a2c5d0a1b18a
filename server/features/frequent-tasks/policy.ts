/** One task a line, without space around it; blank lines are dropped (specification 5, Frequent tasks). */
export const tidy = (list: string): string =>
  list
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
