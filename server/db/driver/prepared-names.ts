/**
 * Matches statements that return whole rows. PostgreSQL rejects such a prepared statement after a migration has changed
 * the columns (0A000).
 */
const wholeRows = /^\s*select\s+(?:"?\w+"?\.)?\*|\breturning\s+(?:"?\w+"?\.)?\*/iu

const mostNames = 500

/**
 * Gives names to repeated statements. PostgreSQL parses and plans a named statement once in each connection. A
 * statement that occurs once gets no name: its list of values may have a length that never occurs again.
 */
export function preparedNames() {
  const seenOnce = new Set<string>()
  const names = new Map<string, string>()
  let most = mostNames
  return {
    nameOf(text: string): string | undefined {
      if (names.has(text) || names.size >= most || wholeRows.test(text)) return names.get(text)
      if (seenOnce.delete(text)) names.set(text, `statement_${names.size}`)
      else if (seenOnce.add(text).size === mostNames) seenOnce.clear()
      return names.get(text)
    },
    /** Gives no names from now on, for a pooler that loses prepared statements. */
    stop() {
      names.clear()
      most = 0
    },
  }
}
