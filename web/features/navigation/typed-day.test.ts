import { describe, expect, it } from 'vitest'
import { typedDays } from './typed-day.ts'

const today = '2026-10-23' // a Friday

describe('typedDays', () => {
  const dated = {
    ja: { '2026-10-22': '2026-10-22', '2026/10/2': '2026-10-02', '2026年10月22日': '2026-10-22', '22日': '2026-10-22' },
    'zh-tw': { '１０月２２日': '2026-10-22', '10/22': '2026-10-22', '9/10': '2026-09-10 2026-10-09', 31: '2026-08-31' },
    'zh-cn': { '12/24': '2025-12-24', '2/29': '2024-02-29', 22: '2026-10-22', 24: '2026-09-24' },
    en: { '10/22': '2026-10-22', '22 oct': '2026-10-22', 'October 22': '2026-10-22' },
    de: { '22.10.': '2026-10-22', '22. Oktober 2025': '2025-10-22' },
    fr: { '9/10': '2026-10-09 2026-09-10', '22 août': '2026-08-22' },
    et: { '22.10.2026': '2026-10-22' },
  }
  const datedDays = Object.entries(dated).flatMap(([language, days]) =>
    Object.entries(days).map(([text, found]) => [text, language, found] as const),
  )
  it.each(datedDays)('the typed date %s in the language %s means the day %s', (text, language, found) => {
    expect(typedDays(text, today, language)).toEqual(found.split(' '))
  })

  const named = {
    ja: { 昨日: 22, 今日: 23, 一昨日: 21, '3日前': 20, 月: 19, 月曜: 19, 金曜日: 23 },
    'zh-cn': { 昨天: 22 },
    'zh-tw': { 星期一: 19 },
    en: { yesterday: 22, yest: 22, Thursday: 22, thu: 22 },
    de: { gestern: 22 },
    fr: { hier: 22, mercredi: 21 },
    it: { ieri: 22 },
    et: { eile: 22 },
  }
  const namedDays = Object.entries(named).flatMap(([language, days]) =>
    Object.entries(days).map(([text, day]) => [text, language, `2026-10-${day}`] as const),
  )
  it.each(namedDays)('the typed word %s in the language %s means the day %s', (text, language, day) => {
    expect(typedDays(text, today, language)[0]).toBe(day)
  })

  it.each(['2026-10-24', '2027-01-01', '2026-02-30', '13/45', '99', '1/2/3/4', 'm', '', '日報', '10/0'])(
    'the typed text %j means no day up to today',
    (text) => {
      expect(typedDays(text, today, 'ja')).toEqual([])
    },
  )
})
