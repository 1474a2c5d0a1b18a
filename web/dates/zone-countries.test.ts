import { expect, it } from 'vitest'
import { countryOfZone } from './zone-countries.ts'

it.each([
  ['Asia/Tokyo', 'JP'],
  ['Japan', 'JP'],
  ['Asia/Calcutta', 'IN'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Taipei', 'TW'],
  ['Asia/Shanghai', 'CN'],
  ['Europe/Tallinn', 'EE'],
  ['Europe/Kiev', 'UA'],
  ['America/New_York', 'US'],
  ['America/Indiana/Knox', 'US'],
  ['US/Pacific', 'US'],
  ['UTC', undefined],
  ['Europe', undefined],
  ['JP', undefined],
  ['', undefined],
])('countryOfZone returns the country of the time zone %j, if the zone has one', (zone, country) =>
  expect(countryOfZone(zone)).toBe(country),
)

it('nearly all time zones that a browser offers have a known country', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const unknown = zones.filter((zone) => countryOfZone(zone) === undefined)
  expect(unknown.length).toBeLessThan(zones.length / 5)
})
