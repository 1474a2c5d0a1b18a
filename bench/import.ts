// Measures the statements of an import of 2,000 issues, in 20 pages, into a table of 200,000 items. Imports three
// times: new issues, a tenth of them changed, and none changed. Run with: node bench/import.ts
import { sql } from 'kysely'
import { type Database, type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import {
  deleteLeft,
  lockImports,
  moveToOwner,
  selectImporter,
  upsertItems,
} from '#server/features/trackers/backlogs/sql.ts'
import { beginStep, cutRead, endImport, insertImport, storePage } from '#server/features/trackers/issue-imports/sql.ts'
import { figure } from './figure.ts'
import { inNewDatabase } from './postgres.ts'

const issues = 2_000
const pageSize = 100
const others = 100 // members with the same number of items each
const budget = 1_000 // milliseconds, of the ten seconds that a browser waits
const source = 'github'

await inNewDatabase(async (open) => {
  const database = open(1)
  const member = await fill(database)
  const drafts = Array.from({ length: issues }, (_, index) => draft(index, 'リリースノートを書く'))
  await measure('first', database, member, drafts)
  await measure('nothing changed', database, member, drafts)
  await measure('a tenth changed', database, member, [
    ...drafts.slice(200),
    ...drafts.slice(0, 200).map(({ key }) => draft(Number(key), 'リリースノートを直す')),
  ])
  await measure('all gone', database, member, [])
})

function draft(number: number, words: string) {
  return {
    key: String(number),
    reference: `#${number}`,
    title: `${words} ${number} `.repeat(3),
    type: 'issue',
    url: `https://github.com/hinode/reserve/issues/${number}`,
    priority: undefined,
    updatedAt: new Date(Date.UTC(2026, 9, 20) - number * 60_000),
  }
}

/** @returns one of many members with the same number of items */
async function fill(database: Database) {
  const teamId = crypto.randomUUID()
  return withEveryTeamTransaction(database, async (db) => {
    await db.insertInto('teams').values({ id: teamId, name: 'Team', time_zone: 'Asia/Tokyo' }).execute()
    await sql`insert into users (team_id, id, first_name, family_name, email, email_key)
      select ${teamId}, gen_random_uuid(), 'Naoki', n::text, n || '@x', n || '@x'
      from generate_series(0, ${others}) as n`.execute(db)
    await sql`insert into backlog_items
        (team_id, user_id, imported_by, source, source_type, source_key, reference, backlog, url, priority)
      select team_id, id, id, ${source}, 'issue', n::text, '#' || n, 'words', null, 'medium'
      from users, generate_series(1, ${issues}) as n where family_name <> '0'`.execute(db)
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('family_name', '=', '0')
      .executeTakeFirstOrThrow()
    return { teamId, userId }
  })
}

async function measure(
  name: string,
  database: Database,
  member: { teamId: string; userId: string },
  drafts: ReturnType<typeof draft>[],
) {
  const began = performance.now()
  const place = { ...member, source, id: crypto.randomUUID() } as const
  const now = new Date()
  const transaction = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(database, member, work)
  await transaction((db) => insertImport(db, place, { account: 'hinode', now }))
  for (let from = 0; from < drafts.length; from += pageSize)
    await transaction(async (db) => {
      const step = await beginStep(db, place, now)
      await storePage(db, place, step!, { issues: drafts.slice(from, from + pageSize), next: {} })
    })
  const counts = await transaction(async (db) => {
    await lockImports(db, member, source)
    await selectImporter(db, member)
    const imported = { member, source, owner: member.userId } as const
    await cutRead(db, place, null)
    const closed = await deleteLeft(db, imported, null)
    await moveToOwner(db, imported)
    const all = { from: 0, to: issues }
    const written = await upsertItems(db, imported, all, { priority: 'medium', isOfSeveral: false })
    await endImport(db, place, { imported: written.length, updated: 0, closed }, now)
    return `${written.length} written, ${closed} gone`
  })
  const took = performance.now() - began
  console.log(`${name}: ${counts}`)
  figure({
    name: `importing ${issues} issues, ${name}`,
    goal: `at most ${budget} ms`,
    value: `${took.toFixed(0)} ms`,
    holds: took <= budget,
  })
}
