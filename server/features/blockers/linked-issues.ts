import type { Scope } from '#server/access/scope.ts'
import type { BlockerRow } from '#server/db/schema/tables/blocker.ts'
import type { Db } from '#server/db/database.ts'
import { selectIssues } from './sql.ts'

type Team = Pick<Scope, 'teamId'>

/**
 * Adds an imported issue to each blocker without one. Takes the first name in the blocker's line that matches exactly
 * one issue.
 */
export async function linked(db: Db, team: Team, blockers: readonly BlockerRow[]) {
  const named = new Map(blockers.flatMap(({ id, source, text }) => (source ? [] : [[id, issuesIn(text)] as const])))
  const names = [...named.values()].flat()
  if (names.length === 0) return blockers
  const issues = await selectIssues(db, team, names)
  return blockers.map((blocker) => {
    for (const name of named.get(blocker.id) ?? []) {
      const meant = issues.filter(({ reference, url }) => reference === name || url === name)
      if (meant.length === 1) return { ...blocker, ...meant[0] }
    }
    return blocker
  })
}

/** Returns possible names of issues in a line: #461, HIN-212, a URL without final punctuation. */
const issuesIn = (line: string): string[] =>
  line.match(issueName)?.map((name) => name.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/u, '')) ?? []
const issueName = /https?:\/\/[!-~]+|#\d{1,9}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,9}\b/gu
