import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type Member, signUp } from '../e2e/members.ts'
import { type Database, withEveryTeamTransaction } from '../server/db/database.ts'
import { items, noted, type Story } from './stories.ts'

/** The date on the design's pictures. */
export const today = '2026-10-23'
export const clock = new Date('2026-10-23T09:41:00+09:00')

/** Returns 471 for #471, and 212 for HIN-212. */
const keyOf = (reference: string) => /(?<!\d)\d+$/u.exec(reference)![0]

export async function fillTeam(
  database: Database,
  server: string,
  { team, members: people, reports, insights, backlog, frequentTasks }: Story,
): Promise<Member[]> {
  const members: Member[] = []
  for (const names of people) members.push(await signUp(names, server))
  const ids = members.map(idOf)
  const [me, , , , , next] = members
  for (const member of [me!, next!]) await member.call('POST', '/frequent_tasks', { task_list: frequentTasks })
  for (const email of ['shiori@hinode.example', 'kenta@hinode.example'])
    await me!.call('POST', '/invitations', { email })
  await withEveryTeamTransaction(database, async (db) => {
    await db.updateTable('teams').set({ name: team }).execute()
    await sql`update users set created_at = '2026-07-01T09:00:00+09:00', updated_at = '2026-10-22T18:20:00+09:00'`.execute(
      db,
    )
    await sql`update joins set joined_at = '2026-07-01T09:00:00+09:00'`.execute(db) // hides the note about new members
    await sql`update invitations set created_at = '2026-10-10T09:00:00+09:00', expires_at = '2026-10-17T09:00:00+09:00'
      where email like 'kenta%'`.execute(db)
    const team_id = (await db.selectFrom('teams').select('id').executeTakeFirstOrThrow()).id
    for (const [index, user_id] of ids.entries())
      for (const [distance, report_date] of workingDays().entries()) {
        if ((distance + 3 * index) % 11 === 7 || (distance === 0 && index >= reports.length)) continue
        const [yesterday_work, today_plan, issues] = reports[(index + distance) % reports.length]!
        const at = `${report_date}T${['09:02', '08:47', '08:55', '09:10', '09:31', '09:20', '09:15'][index]}:00+09:00`
        await db
          .insertInto('reports')
          .values({
            team_id,
            id: newId(),
            user_id,
            report_date,
            yesterday_work,
            today_plan: distance % 2 ? `${today_plan}\n${frequentTasks.split('\n')[0]}` : today_plan,
            issues: distance === 0 || distance % 9 === 4 ? issues : '',
            created_at: new Date(at),
            updated_at: new Date(at),
          })
          .execute()
      }
    for (const [index, [author, days, type]] of noted.entries()) {
      const id = newId()
      const note = insights[index]!
      const created_at = new Date(clock.getTime() - days * 86_400_000 - index * 3_600_000)
      await db.insertInto('insights').values({ team_id, id, user_id: ids[author]!, type, note, created_at }).execute()
      for (const user_id of ids.slice(0, (index * 2) % 5))
        await db.insertInto('insight_likes').values({ team_id, insight_id: id, user_id }).execute()
    }
    for (const [index, [source, source_type, reference, priority]] of items.entries())
      for (const user_id of [ids[0]!, ids[5]!])
        await db
          .insertInto('backlog_items')
          .values({
            team_id,
            user_id,
            imported_by: user_id,
            source,
            source_type,
            source_key: keyOf(reference),
            reference,
            backlog: backlog[index]!,
            url: `https://example.com/${keyOf(reference)}`,
            priority,
          })
          .execute()
    for (const [provider, account] of [
      ['github', 'misaki-saeki'],
      ['backlog', 'hinode'],
    ] as const)
      await db.insertInto('connections').values({ team_id, user_id: ids[0]!, provider, account }).execute()
  })
  return members
}

/** Returns the working days of the last twelve weeks as YYYY-MM-DD, the newest first, including today. */
function workingDays(): string[] {
  const days = Array.from({ length: 84 }, (_, back) => new Date(Date.parse(today) - back * 86_400_000))
  return days.filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10))
}

function idOf({ tokens }: Member): string {
  const claims = Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString()
  return (JSON.parse(claims) as { sub: string }).sub
}
