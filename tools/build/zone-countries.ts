// Writes web/dates/zone-countries.ts from the time zone database of this machine (Debian: tzdata). Run it when there is a
// new zone: node tools/build/zone-countries.ts
import { readFileSync, writeFileSync } from 'node:fs'
import Holidays from 'date-holidays'

const folder = '/usr/share/zoneinfo'
const known = new Holidays().getCountries()
const countries = new Map<string, string>()
for (const line of readFileSync(`${folder}/zone.tab`, 'utf8').split('\n')) {
  const [country, , zone] = line.split('\t')
  if (zone !== undefined && Object.hasOwn(known, country!)) countries.set(zone, country!)
}
// Adds the aliases of zones, such as Asia/Calcutta.
const data = readFileSync(`${folder}/tzdata.zi`, 'utf8')
for (const [, target, name] of data.matchAll(/^L (\S+) (\S+)$/gmu)) {
  const country = countries.get(target!)
  if (country !== undefined && !countries.has(name!)) countries.set(name!, country)
}
const zonesOf = Map.groupBy(countries.keys(), (zone) => countries.get(zone)!)
const entries = [...zonesOf.keys()]
  .toSorted()
  .map((country) => `${country} ${zonesOf.get(country)!.toSorted().join(' ')}`)
// Puts several countries on a line, so that the file stays short.
const lines = ['']
for (const entry of entries) {
  if (lines.at(-1)!.length + entry.length > 150) lines.push('')
  lines[lines.length - 1] += `${entry};`
}
const version = /^# version (\S+)/u.exec(data)![1]
writeFileSync(
  'web/dates/zone-countries.ts',
  `// Written by tools/build/zone-countries.ts from tzdata ${version}, which is in the public domain.
const zones = \`
${lines.join('\n')}
\`

/** Returns the code of a time zone's country (ISO 3166-1), if holidays of the country can be added. */
export const countryOfZone = (zone: string): string | undefined =>
  zones.split(/[;\\n]+/u).find((country) => country.split(' ').includes(zone, 1))?.slice(0, 2)
`,
)
