import { describe, expect, it } from 'vitest'
import { typedDays } from './typed-day.ts'

const today = '2026-10-23' // a Friday

describe('typedDays', () => {
  it.each([
    ['2026-10-22', 'ja', ['2026-10-22']],
    ['2026/10/2', 'ja', ['2026-10-02']],
    ['2026年10月22日', 'ja', ['2026-10-22']],
    ['１０月２２日', 'ja', ['2026-10-22']],
    ['10/22', 'ja', ['2026-10-22']],
    ['10/22', 'en', ['2026-10-22']],
    ['22.10.', 'de', ['2026-10-22']],
    ['22.10.2026', 'et', ['2026-10-22']],
    ['9/10', 'ja', ['2026-09-10', '2026-10-09']],
    ['9/10', 'fr', ['2026-10-09', '2026-09-10']],
    ['12/24', 'ja', ['2025-12-24']],
    ['22', 'ja', ['2026-10-22']],
    ['24', 'ja', ['2026-09-24']],
    ['31', 'ja', ['2026-08-31']],
    ['22日', 'ja', ['2026-10-22']],
    ['2/29', 'ja', ['2024-02-29']],
    ['22 oct', 'en', ['2026-10-22']],
    ['October 22', 'en', ['2026-10-22']],
    ['22. Oktober 2025', 'de', ['2025-10-22']],
    ['22 août', 'fr', ['2026-08-22']],
  ])('%s in %s', (text, language, days) => {
    expect(typedDays(text, today, language)).toEqual(days)
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
  it.each(namedDays)('%s in %s is %s', (text, language, day) => {
    expect(typedDays(text, today, language)[0]).toBe(day)
  })

  it.each(['2026-10-24', '2027-01-01', '2026-02-30', '13/45', '99', '1/2/3/4', 'm', '', '日報', '10/0'])(
    '%j is no day up to today',
    (text) => {
      expect(typedDays(text, today, 'ja')).toEqual([])
    },
  )
})
