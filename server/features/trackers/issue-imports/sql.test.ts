import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Issue, issuesAtMost } from '#server/providers/issue.ts'
import { team } from '#server/testing/team.ts'
import { beginStep, cutRead, insertImport, storePage } from './sql.ts'

const minute = 60_000
const newest = Date.UTC(2026, 9, 20)

const issue = (key: number, minutesAgo: number): Issue => ({
  key: String(key),
  reference: `#${key}`,
  title: `課題 ${key}`,
  url: null,
  type: 'issue',
  priority: undefined,
  updatedAt: new Date(newest - minutesAgo * minute),
})

/** Begins an import, stores the pages, and calls `cutRead`. Returns what is left. */
async function afterCut(pages: Issue[][], knownSince: Date | null) {
  const { database, teamId, member } = await team()
  const place = { teamId, userId: (await member()).user.id, source: 'backlog', id: newId() } as const
  const now = new Date()
  return withTeamTransaction(database, place, async (db) => {
    await insertImport(db, place, { account: 'hinode', now })
    for (const issues of pages) {
      const step = await beginStep(db, place, now)
      await storePage(db, place, step!, { issues, next: {} })
    }
    const since = await cutRead(db, place, knownSince)
    const rows = await db
      .selectFrom('issue_import_rows')
      .where('team_id', '=', teamId)
      .select(['source_key', 'title'])
      .orderBy('position')
      .execute()
    return { since, rows }
  })
}

test('merging two lists of issues keeps the newest ones, up to the limit', async () => {
  const all = Array.from({ length: issuesAtMost + 2 }, (_, index) => issue(index, index))
  const { since, rows } = await afterCut(
    [all.filter((_, index) => index % 2 === 1), all.filter((_, index) => index % 2 === 0)],
    null,
  )
  expect(since).toEqual(new Date(newest - (issuesAtMost - 1) * minute))
  expect(rows).toHaveLength(issuesAtMost)
  expect(rows.some(({ source_key: key }) => Number(key) >= issuesAtMost)).toBe(false)
})

test('merging lists of issues drops issues from before the time since which all issues are known', async () => {
  const known = new Date(newest - 2 * minute)
  const { since, rows } = await afterCut([[issue(1, 1), issue(2, 2), issue(3, 3)]], known)
  expect(since).toEqual(known)
  expect(rows.map(({ source_key: key }) => key)).toEqual(['1', '2'])
})

test('merging two pages keeps the first version of an issue that both contain', async () => {
  const { since, rows } = await afterCut(
    [
      [issue(1, 1), issue(2, 2)],
      [{ ...issue(2, 2), title: 'later' }, issue(3, 3)],
    ],
    null,
  )
  expect(since).toBeNull()
  expect(rows.map(({ title }) => title)).toEqual(['課題 1', '課題 2', '課題 3'])
})
