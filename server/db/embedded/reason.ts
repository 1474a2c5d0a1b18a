/**
 * Returns why a program of PostgreSQL failed, in one line: its last error message, or else the last lines of its
 * output.
 */
export function reasonIn(said: string): string {
  const lines = said.trim().split('\n')
  const error = lines.findLast((line) => /(?:FATAL|PANIC|error):/u.test(line))
  const reason = error?.replace(/^.*?(?=FATAL:|PANIC:)/u, '') ?? lines.slice(-3).join(' ')
  return reason.replaceAll(/\s+/gu, ' ').trim() || 'it gave no reason'
}
