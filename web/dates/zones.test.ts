import { beforeEach, expect, test, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { searchedIn, zoneIn, zonesIn } from './zones.ts'

beforeEach(() => void vi.restoreAllMocks()) // restores the full list of zones, which web/testing/setup.ts shortens

test.each([
  ['ja', 'Asia/Tokyo', '日本標準時', 'Tokyo', 'GMT+9'],
  ['en', 'Asia/Kolkata', 'India Standard Time', 'Kolkata', 'GMT+5:30'],
  ['de', 'Europe/Berlin', 'Mitteleuropäische Zeit', 'Berlin', /^GMT\+[12]$/u],
  ['fr', 'Europe/Paris', 'Heure d’Europe centrale', 'Paris', /^UTC\+[12]$/u],
  ['it', 'America/Argentina/Buenos_Aires', 'Ora standard dell’Argentina', 'Buenos Aires', 'GMT-3'],
  ['zh-cn', 'Asia/Shanghai', '中国标准时间', 'Shanghai', 'GMT+8'],
  ['et', 'Europe/Tallinn', 'Ida-Euroopa aeg', 'Tallinn', /^GMT \+[23]$/u],
])('in the language %s, the time zone %s has its common name', (language, id, name, city, offset) => {
  const zone = zoneIn(language, id)
  expect(zone).toMatchObject({ name, city })
  expect(zone.offset).toMatch(offset)
})

test.each(languages)('the time zones are listed once each, from west to east, in the language %s', (language) => {
  const ids = zonesIn(language).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const ordered = ['Pacific/Pago_Pago', 'America/Bogota', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati']
  expect(ids.filter((id) => ordered.includes(id))).toEqual(ordered)
})

test.each([
  ['Asia/Calcutta', 'Kolkata'],
  ['Europe/Kiev', 'Kyiv'],
  ['Asia/Rangoon', 'Yangon'],
  ['Asia/Saigon', 'Ho Chi Minh City'],
  ['America/Godthab', 'Nuuk'],
])('the outdated time zone %s shows the present name of its city', (id, city) => {
  expect(zoneIn('en', id).city).toBe(city)
})

test.each([
  ['ja', 'Asia/Tokyo', ['日本', '東京']],
  ['ja', 'Europe/Berlin', ['ドイツ', 'ベルリン']],
  ['de', 'Europe/Vienna', ['Österreich', 'Wien']],
  ['fr', 'Europe/Berlin', ['Allemagne']],
  ['et', 'UTC', []],
])('in the language %s, the time zone %s is found by its country and city', (language, id, words) => {
  expect(searchedIn(language)(id)).toEqual(expect.arrayContaining(words))
})
