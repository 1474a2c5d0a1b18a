import { localeOf } from '#contract/dates-in-words.ts'
import { countryNamesIn } from './country-names.ts'
import { countryOfZone } from './zone-countries.ts'
import { zoneName, zonePart } from './zone-name.ts'

type Zone = {
  /** The IANA name. */
  id: string
  /** The common name of the zone's time. The zone UTC has only its id. */
  name: string
  /** The city in the IANA name. It is not translated, because browsers have no city names. */
  city: string
  /** GMT+5:30, GMT−3 */
  offset: string
}

const first = (language: string, words: string) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1)

/** Present names of cities that browsers list under former names. */
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

/** Large cities in other scripts and in their own languages. Browsers do not have these names. */
const writtenElsewhere: Record<string, readonly string[]> = {
  'America/Chicago': ['シカゴ', '芝加哥'],
  'America/Los_Angeles': ['ロサンゼルス', '洛杉矶', '洛杉磯'],
  'America/New_York': ['ニューヨーク', '纽约', '紐約'],
  'America/Sao_Paulo': ['サンパウロ', '圣保罗', '聖保羅'],
  'Asia/Bangkok': ['バンコク', '曼谷'],
  'Asia/Dubai': ['ドバイ', '迪拜', '杜拜'],
  'Asia/Hong_Kong': ['香港'],
  'Asia/Seoul': ['ソウル', '首尔', '首爾'],
  'Asia/Shanghai': ['上海', '北京'],
  'Asia/Singapore': ['シンガポール', '新加坡'],
  'Asia/Taipei': ['台北', '臺北'],
  'Asia/Tokyo': ['東京', '东京', 'JST'],
  'Australia/Sydney': ['シドニー', '悉尼', '雪梨'],
  'Europe/Berlin': ['ベルリン', '柏林'],
  'Europe/London': ['ロンドン', '伦敦', '倫敦', 'Londres', 'Londra'],
  'Europe/Moscow': ['モスクワ', '莫斯科', 'Moskau', 'Moscou', 'Mosca', 'Moskva'],
  'Europe/Paris': ['パリ', '巴黎', 'Parigi', 'Pariis'],
  'Europe/Rome': ['ローマ', '罗马', '羅馬', 'Rom', 'Roma'],
  'Europe/Tallinn': ['タリン', '塔林'],
  'Europe/Vienna': ['ウィーン', '维也纳', '維也納', 'Wien', 'Vienne', 'Viin'],
  'Europe/Zurich': ['チューリッヒ', '苏黎世', '蘇黎世', 'Zürich', 'Zurigo'],
  'Pacific/Honolulu': ['ホノルル', '檀香山'],
}

/**
 * Returns a function that lists further search words of a zone: its country in the language, and other spellings of
 * its city.
 */
export function searchedIn(language: string): (id: string) => string[] {
  const nameOf = countryNamesIn(language)
  return (id) => {
    const country = countryOfZone(id)
    return [...(country ? [nameOf(country)] : []), ...(writtenElsewhere[id] ?? [])]
  }
}

export const zoneIn = (language: string, id: string): Zone => ({
  id,
  name: id === 'UTC' ? id : first(language, zoneName(language, id)),
  city: citiesToday[id] ?? id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' '),
  offset: zonePart(language, id, 'shortOffset'),
})

/** Minutes east of Greenwich. */
function minutes({ offset }: Zone) {
  const [, sign, hours, rest] = /([+\-−])(\d+)(?::(\d+))?/u.exec(offset) ?? []
  return (sign === '+' ? 1 : -1) * (Number(hours ?? 0) * 60 + Number(rest ?? 0))
}

const named = new Map<string, Zone[]>()

/**
 * Returns all zones that the browser knows, from west to east. Zones with the same offset are sorted by name. The first
 * call for a language takes about 100 ms.
 */
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
