import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import type { Database, Db } from '#server/db/database.ts'
import { changeBlocker, readBlockers } from '#server/features/blockers/operations.ts'
import { recipientsOf } from '#server/features/comments/policy.ts'
import type { Services } from '#server/services.ts'
import { personCalled } from './team.ts'

type DemoTeam = { teamId: string; now: Date; zone: string }
type Said = {
  subject: 'report' | 'insight'
  day: string
  author: string
  at: string
  by: string
  body: string
  named: string[]
}

const lines = readFileSync(new URL('answers.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
/** Returns the words of each line that begins with `word`, without this first word. */
const linesWith = (word: string) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ').slice(1))
const idOf = (name: string) => personCalled(name).id

/**
 * Inserts read marks, and the reactions and comments of `demo/answers.txt`. Each line of the file begins with its kind.
 *
 * - `report`, `insight`: a comment. The line has the day in the story and the author of the report or insight, then the
 *   time, the writer and the text (`@name` mentions a member).
 * - `reactions`: the day and the author of the report, a reaction, and the members who gave it.
 * - `take`: the author of an open blocker, and its new owner (`takeBlockers`).
 */
export async function insertAnswers(db: Db, place: DemoTeam, days: readonly string[]): Promise<void> {
  await insertReads(db, place, days.at(-1)!)
  await insertReactions(db, place, days)
  await insertComments(db, place, days)
}

/** Marks as read, for each member, all reports of earlier days, and those of today that precede the member's report. */
const insertReads = (db: Db, { teamId, now }: DemoTeam, today: string) =>
  sql`
    insert into report_reads (team_id, report_id, user_id, read_at)
    select r.team_id, r.id, u.id, least(r.updated_at + interval '20 minutes', ${now}::timestamptz)
    from reports r join users u on u.team_id = r.team_id and u.id <> r.user_id
    left join reports own on own.team_id = r.team_id and own.user_id = u.id and own.report_date = r.report_date
    where r.team_id = ${teamId} and (r.report_date < ${today}::date or r.updated_at < own.created_at)`.execute(db)

async function insertReactions(db: Db, { teamId, now }: DemoTeam, days: readonly string[]) {
  const given = linesWith('reactions').flatMap(([day, author, reaction, ...givers]) =>
    givers.map((giver) => ({
      id: newId(),
      date: days[Number(day) - 1],
      author: idOf(author!),
      reaction,
      giver: idOf(giver),
    })),
  )
  await sql`
    insert into report_reactions (team_id, id, report_id, user_id, reaction, created_at)
    select r.team_id, g.id, r.id, g.giver, g.reaction, least(r.created_at + interval '30 minutes', ${now}::timestamptz)
    from json_to_recordset(${JSON.stringify(given)}) as g (id uuid, date date, author uuid, reaction text, giver uuid)
    join reports r on r.team_id = ${teamId} and r.user_id = g.author and r.report_date = g.date`.execute(db)
}

const said = (['report', 'insight'] as const).flatMap((subject) =>
  linesWith(subject).map(([day, author, at, by, ...words]): Said => {
    const named = words.flatMap((word) => /^@(\w+)$/u.exec(word)?.[1] ?? [])
    const body = words.map((word) => (/^@\w+$/u.test(word) ? `@${nameOf(word.slice(1))}` : word)).join(' ')
    return { subject, day: day!, author: author!, at: at!, by: by!, body, named }
  }),
)

function nameOf(name: string) {
  const { first_name, family_name, language } = personCalled(name)
  return language === 'ja' ? `${family_name} ${first_name}` : `${first_name} ${family_name}`
}

async function insertComments(db: Db, { teamId, now, zone }: DemoTeam, days: readonly string[]) {
  const before = new Map<string, string[]>()
  for (const [index, { subject, day, author, at, by, body, named }] of said.entries()) {
    const id = newId()
    const others = before.get(subject + day + author) ?? []
    before.set(subject + day + author, [...others, idOf(by)])
    // Limits the times, so that no comment of today is in the future when the demo starts early.
    const moment = sql`least((${days[Number(day) - 1]}::date + ${at}::time) at time zone ${zone},
      ${new Date(now.getTime() - (said.length - index) * 20_000)}::timestamptz)`
    const notified = recipientsOf(idOf(by), { author: idOf(author), others, named: named.map(idOf) })
    const { table, column } = subjects[subject]
    await sql`
      with comment as (
        insert into comments (team_id, id, user_id, ${column}, body, created_at)
        select team_id, ${id}::uuid, ${idOf(by)}::uuid, id, ${body}, greatest(${moment}, created_at)
        from ${table} where team_id = ${teamId} and user_id = ${idOf(author)}
          and (created_at at time zone ${zone})::date = ${days[Number(day) - 1]}::date
        returning created_at
      )
      insert into mentions (team_id, id, user_id, comment_id, why, created_at, read_at)
      select ${teamId}, t.id, t.user_id, ${id}, t.why, comment.created_at,
        case when ${day !== String(days.length)} then comment.created_at + interval '1 hour' end
      from comment, json_to_recordset(${JSON.stringify(notified.map(({ user_id, why }) => ({ id: newId(), user_id, why })))})
        as t (id uuid, user_id uuid, why text)`.execute(db)
  }
}

const subjects = {
  report: { table: sql`reports`, column: sql`report_id` },
  insight: { table: sql`insights`, column: sql`insight_id` },
} as const

/** Makes members the owners of blockers. Must run after the reports' lines have become blockers. */
export async function takeBlockers(database: Database, teamId: string, now: Date): Promise<void> {
  // There is no request from which `membership.ts` could create a scope.
  const services = { database, now: () => now } as unknown as Services
  for (const [author, by] of linesWith('take')) {
    const scope = { teamId, userId: idOf(by!) } as unknown as Scope
    const open = await readBlockers(services, scope, { state: 'open', limit: 100, offset: 0 })
    const blocker = open.find(({ opened_by }) => opened_by === idOf(author!))
    if (blocker) await changeBlocker(services, scope, blocker.id, { owner_id: scope.userId })
  }
}
