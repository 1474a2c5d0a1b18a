import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { countDue, isDueOf } from './due.ts'

const dayOf = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10)
const offset = fc.integer({ min: -40, max: 40 })
const range = fc.tuple(offset, offset).map((days) => days.toSorted((one, other) => one - other))
const span = fc.record({
  joined: offset,
  after: offset,
  until: offset,
  workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  holidays: fc.uniqueArray(offset, { maxLength: 20 }),
  absences: fc.array(range, { maxLength: 5 }),
})

test('countDue counts the same days that isDueOf finds one by one', async () => {
  const database = await testDatabase()
  const holidays = sql`off.holidays`
  await fc.assert(
    fc.asyncProperty(span, async ({ joined, after, until, workingDays, holidays: off, absences }) => {
      const away = `{${absences.map(([first, last]) => `[${dayOf(first!)},${dayOf(last!)}]`).join(',')}}`
      const [from, to] = [sql`${dayOf(after)}::date`, sql`${dayOf(until)}::date`]
      const { rows } = await sql<{ counted: number; listed: number }>`
        select ${countDue('p', { after: from, until: to }, holidays)} as counted, (
          select count(*)::int from generate_series(1, ${to} - ${from}) as n
          where ${isDueOf('p', sql`(${from} + n)`, holidays)}
        ) as listed
        from (select ${dayOf(joined)}::date as joined, ${workingDays}::smallint[] as working_days,
          ${away}::datemultirange as away) as p,
        (select ${off.map(dayOf)}::date[] as holidays) as off`.execute(database)
      expect(rows[0]!.counted).toBe(rows[0]!.listed)
    }),
    { numRuns: 400 },
  )
})
