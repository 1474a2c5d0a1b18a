import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { requireZone } from './known-zone.ts'

test.each(['Asia/Tokyo', 'UTC', 'asia/kolkata', 'America/Argentina/Buenos_Aires'])(
  'a server starts in the time zone %s',
  async (zone) => expect(await requireZone(await testDatabase(), zone)).toBeUndefined(),
)

// Browsers and Node accept the first two zones. PostgreSQL knows the last two only as an abbreviation and as a rule.
test.each(['US/Pacific-New', 'Europe/Nowhere', 'JST', 'EST5EDT,M3.2.0'])(
  'a server does not start in %s, which PostgreSQL does not know as a time zone',
  async (zone) =>
    expect(requireZone(await testDatabase(), zone)).rejects.toThrow(
      new RegExp(`^TIME_ZONE must be a zone that PostgreSQL knows, such as Asia/Tokyo; it is ${zone}\\.$`, 'u'),
    ),
)
