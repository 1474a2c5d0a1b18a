import { localeOf } from '#contract/dates-in-words.ts'

type Zone = {
  /** As IANA calls it. */
  id: string
  /** What people call its time; UTC has no other name. */
  name: string
  /** IANA's place, in no language: no browser has its names. */
  city: string
  /** GMT+5:30, GMT−3 */
  offset: string
}

const part = (language: string, timeZone: string, timeZoneName: 'longGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const first = (language: string, words: string) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1)

/** Today's names of places that browsers list by their former ones. */
const citiesToday: Record<string, string> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Dacca': 'Dhaka',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Asia/Thimbu': 'Thimphu',
  'Asia/Ulan_Bator': 'Ulaanbaatar',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
}

export const zoneIn = (language: string, id: string): Zone => ({
  id,
  name: id === 'UTC' ? id : first(language, part(language, id, 'longGeneric')),
  city: citiesToday[id] ?? id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' '),
  offset: part(language, id, 'shortOffset'),
})

/** Minutes east of Greenwich. */
function minutes({ offset }: Zone) {
  const [, sign, hours, rest] = /([+\-−])(\d+)(?::(\d+))?/u.exec(offset) ?? []
  return (sign === '+' ? 1 : -1) * (Number(hours ?? 0) * 60 + Number(rest ?? 0))
}

const named = new Map<string, Zone[]>()

/** All that the browser knows, from west to east, those of one name together. Some 100 ms at the first call for a language. */
export function zonesIn(language: string): Zone[] {
  const zones =
    named.get(language) ??
    ['UTC', ...Intl.supportedValuesOf('timeZone')]
      .map((id) => zoneIn(language, id))
      .sort(
        (one, other) =>
          minutes(one) - minutes(other) ||
          one.name.localeCompare(other.name, localeOf(language)) ||
          one.city.localeCompare(other.city, 'en'),
      )
  named.set(language, zones)
  return zones
}
