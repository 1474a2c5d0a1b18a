import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { defaultSettings } from '#contract/users.ts'
import { type Database, type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { backfillBlockers } from '#server/features/blockers/operations.ts'
import { backfillSearchIndex } from '#server/features/search/operations.ts'
import { insertAbsences } from './absences.ts'
import { insertAnswers, takeBlockers } from './answers.ts'
import { insertBacklog } from './backlog.ts'
import { readInsights } from './insights.ts'
import { markAsDemo } from './mark.ts'
import { readStory, workingDaysUpTo } from './story.ts'
import { invitations, people, type Person, teamName } from './team.ts'

const day = 24 * 60 * 60_000 // milliseconds
const noon = 12 * 60 // minutes

type DemoTeam = { teamId: string; zone: string; now: Date }

/** Fills an empty database with the team and its three months up to `now`. @throws Error if it has a team */
export async function seed(database: Database, { zone, now }: { zone: string; now: Date }): Promise<void> {
  const place = { teamId: newId(), zone, now }
  await withEveryTeamTransaction(database, async (db) => {
    await markAsDemo(db)
    await db
      .insertInto('teams')
      .values({
        id: place.teamId,
        name: teamName,
        time_zone: zone,
        language: 'en',
        reminder_hour: null,
        first_steps: [],
      })
      .execute()
    const today = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(now)
    const days = workingDaysUpTo(today)
    await insertPeople(db, place, days)
    await insertReports(db, place, days, today)
    await noteLastSeen(db, place)
    await insertInsights(db, place, days)
    await insertAnswers(db, place, days)
    await insertBacklog(db, place)
    await insertInvitations(db, place)
    await insertAbsences(db, place.teamId, today)
  })
  await backfillSearchIndex({ database })
  await backfillBlockers({ database, now: () => now })
  await takeBlockers(database, place.teamId, now)
}

async function insertPeople(db: Db, { teamId, zone, now }: DemoTeam, days: string[]) {
  const settings = { ...defaultSettings, notifications: { ...defaultSettings.notifications, daily_report: false } }
  await db
    .insertInto('users')
    .values(
      people.map((person, index) => ({
        team_id: teamId,
        id: person.id,
        family_name: person.family_name,
        first_name: person.first_name,
        preferred_name: person.language === 'ja' ? '' : `${person.first_name} ${person.family_name}`,
        email: emailOf(person),
        email_key: emailOf(person),
        email_proven_at: now,
        role: person.role,
        settings: JSON.stringify({ ...settings, language: person.language }),
        created_at: joined(person, days, zone, index),
      })),
    )
    .execute()
  await db
    .insertInto('frequent_tasks')
    .values(
      people.map(({ id, frequentTasks }) => ({
        team_id: teamId,
        id: newId(),
        user_id: id,
        task_list: frequentTasks.join('\n'),
      })),
    )
    .execute()
}

const emailOf = ({ name, family_name, language }: Person) =>
  language === 'ja' ? `${name}@hidamari.example` : `${name}.${family_name.toLowerCase()}@hidamari.example`

/** Returns the time when a person joined: on their day of the story, or else before the story, one after another. */
const joined = ({ joined: storyDay }: Person, days: string[], zone: string, index: number) =>
  storyDay === undefined ? at(days[0]!, noon, zone, 400 - index * 25) : at(days[storyDay - 1]!, 9 * 60, zone)

/**
 * Returns the time of these minutes after midnight of a day in the zone. @param before the number of days before that
 * day
 */
const at = (date: string, minutes: number, zone: string, before = 0) =>
  sql<Date>`(${date}::date - ${before}::int + ${minutes}::int * interval '1 minute') at time zone ${zone}`

async function insertReports(db: Db, { teamId, zone, now }: DemoTeam, days: string[], today: string) {
  const byTime = people.toSorted((one, other) => one.writesAt - other.writesAt)
  const rows = byTime.flatMap((person, rank) =>
    readStory(person.name, person.mark)
      // Today only half of the members have written: the half that usually writes first.
      .filter(({ day }) => days[day - 1] !== today || rank < people.length / 2)
      .map(({ day, late, edited, words }) => {
        const minutes = late ? noon + 90 + ((day * 37) % 170) : person.writesAt + ((day * 7 + rank * 5) % 17) - 6
        return Object.assign(words, {
          id: newId(),
          user_id: person.id,
          report_date: days[day - 1],
          minutes,
          changed: edited ? minutes + 25 + ((day * 11) % 90) : minutes,
          latest: new Date(now.getTime() - (people.length - rank) * 4 * 60_000),
          status: edited ? 'edited' : 'submitted',
        })
      }),
  )
  // No report may be later than now, or before the day began.
  const moment = (minutes: 'minutes' | 'changed') => sql`greatest(
    report_date::timestamp at time zone ${zone},
    least(latest, (report_date + ${sql.ref(minutes)} * interval '1 minute') at time zone ${zone}))`
  await sql`
    insert into reports
      (team_id, id, user_id, report_date, yesterday_work, today_plan, issues, status, created_at, updated_at)
    select ${teamId}::uuid, id, user_id, report_date, yesterday_work, today_plan, issues, status,
      ${moment('minutes')}, ${moment('changed')}
    from json_to_recordset(${JSON.stringify(rows)}) as r (
      id uuid, user_id uuid, report_date date, yesterday_work text, today_plan text, issues text, status text,
      minutes int, changed int, latest timestamptz
    )`.execute(db)
}

/** Sets when each member was last active: two minutes after their last report. */
const noteLastSeen = (db: Db, { teamId }: DemoTeam) =>
  sql`
  update users u set last_active_at = (
    select max(r.updated_at) + interval '2 minutes' from reports r where r.team_id = u.team_id and r.user_id = u.id
  ) where u.team_id = ${teamId}`.execute(db)

async function insertInsights(db: Db, { teamId, zone, now }: DemoTeam, days: string[]) {
  const insights = readInsights().map((insight) => Object.assign(insight, { id: newId() }))
  // Limits the time, so that no insight of today is in the future when the demo starts early.
  const created = (storyDay: number, minutes: number) =>
    sql<Date>`least(${at(days[storyDay - 1]!, minutes, zone)}, ${new Date(now.getTime() - 3 * 60_000)}::timestamptz)`
  await db
    .insertInto('insights')
    .values(
      insights.map(({ id, day, minutes, author, type, note }) => ({
        team_id: teamId,
        id,
        user_id: author,
        type,
        note,
        created_at: created(day, minutes),
      })),
    )
    .execute()
  await db
    .insertInto('insight_likes')
    .values(
      insights.flatMap(({ id, likedBy }) => likedBy.map((user_id) => ({ team_id: teamId, insight_id: id, user_id }))),
    )
    .execute()
}

const insertInvitations = (db: Db, { teamId, now }: DemoTeam) =>
  db
    .insertInto('invitations')
    .values(
      invitations.map(({ email, role, by, ago }) => {
        const created = new Date(now.getTime() - ago * day)
        return {
          team_id: teamId,
          id: newId(),
          email,
          email_key: email,
          role,
          token_hash: randomBytes(32),
          by_mail: false,
          invited_by: people.find(({ name }) => name === by)!.id,
          created_at: created,
          expires_at: new Date(created.getTime() + limits.invitationLife * day),
        }
      }),
    )
    .execute()
