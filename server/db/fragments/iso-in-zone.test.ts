import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'

const database = testDatabase()

test('isoInZone writes a time in its zone without fractions of a second', async () => {
  const asked = {
    'Asia/Tokyo': '2026-11-20T09:12:03+09:00',
    UTC: '2026-11-20T00:12:03+00:00',
    'Asia/Kathmandu': '2026-11-21T01:45:00+05:45',
    'Pacific/Kiritimati': '2026-11-21T10:00:00+14:00',
    'America/St_Johns': '2026-11-19T22:30:00-03:30',
    'Europe/Tallinn': '2026-07-01T03:00:00+03:00',
    'europe/tallinn': '2026-12-01T02:00:00+02:00',
  }
  for (const [zone, text] of Object.entries(asked)) {
    const instant = new Date(Date.parse(text) + 999)
    const { rows } = await sql`select iso_in_zone(${instant}::timestamptz, ${zone}) as text`.execute(await database)
    expect(rows).toEqual([{ text }])
  }
})
