const most = 500 // statements; all of the product's are fewer, but for those that list as many values as there are

/**
 * Names for statements that come again, by which PostgreSQL keeps each parsed, and after a while planned, with the
 * connection. What comes once, such as a list of a length of its own, has none.
 */
export function statementNames() {
  const once = new Set<string>()
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size === most) return name
    if (once.delete(text)) {
      names.set(text, `statement_${names.size}`)
      return names.get(text)
    }
    if (once.size === most) once.clear()
    once.add(text)
    return undefined
  }
}
