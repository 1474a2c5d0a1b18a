import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { whyNotDue } from '#contract/due.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { inTeam } from './database.ts'
import { isDue, joinedOn } from './working-days.ts'

test('statements and the rest of the server agree on every day of a year and each member', async () => {
  const { member, leave, database, teamId } = await dashboardTeam()
  // 23:30 UTC on the 13th is the 14th in Tokyo.
  const joined = [await member('早川'), await member('藤井', '2026-10-13T23:30:00Z'), await member('退職')]
  await leave(joined[2]!)
  const { rows } = await inTeam(database, { teamId }, (db) =>
    sql<{ joined_on: string; is_active: boolean; date: string; due: boolean }>`
      select ${joinedOn} as joined_on, u.is_active, day.date, ${isDue(sql`day.date`)} as due
      from users u join teams t on t.id = u.team_id
      cross join lateral (select date '2026-01-01' + n as date from generate_series(0, 364) as n) as day
      where u.team_id = ${teamId}`.execute(db),
  )
  expect(rows).toHaveLength(3 * 365)
  expect(rows.filter(({ due }) => due)).toHaveLength(259 + 57)
  for (const { due, date, ...expected } of rows)
    expect({ date, ...expected, due: !whyNotDue(expected, date) }).toEqual({ date, ...expected, due })
})
