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
])('finds the country of %j', (zone, country) => expect(countryOfZone(zone)).toBe(country))

it('knows the country of nearly all zones that a browser offers', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const unknown = zones.filter((zone) => countryOfZone(zone) === undefined)
  expect(unknown.length).toBeLessThan(zones.length / 5)
})
