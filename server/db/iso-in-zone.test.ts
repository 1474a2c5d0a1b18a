import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'

const database = testDatabase()

test.each([
  ['2026-11-20T00:12:03Z', 'Asia/Tokyo', '2026-11-20T09:12:03+09:00'],
  ['2026-11-20T00:12:03.999Z', 'UTC', '2026-11-20T00:12:03+00:00'],
  ['2026-11-20T20:00:00Z', 'Asia/Kathmandu', '2026-11-21T01:45:00+05:45'],
  ['2026-11-20T20:00:00Z', 'Pacific/Kiritimati', '2026-11-21T10:00:00+14:00'],
  ['2026-11-20T02:00:00Z', 'America/St_Johns', '2026-11-19T22:30:00-03:30'],
  ['2026-07-01T00:00:00Z', 'Europe/Tallinn', '2026-07-01T03:00:00+03:00'],
  ['2026-12-01T00:00:00Z', 'Europe/Tallinn', '2026-12-01T02:00:00+02:00'],
])('%s in %s: %s', async (instant, zone, expected) => {
  const { rows } = await sql<{ text: string }>`select iso_in_zone(${instant}::timestamptz, ${zone}) as text`.execute(
    await database,
  )
  expect(rows[0]!.text).toBe(expected)
})
