import { expect, it } from 'vitest'
import { matcherOf } from './matcher.ts'

it.each([
  ['', '佐伯 美咲'],
  ['美咲', '佐伯 美咲'],
  ['佐伯美咲', '佐伯 美咲'],
  ['佐伯 美咲', '佐伯美咲'],
  ['美咲 佐伯', '佐伯 美咲'],
  ['美咲　佐伯', '佐伯 美咲'],
  ['smith john', 'John Smith'],
  ['SAEKI', 'misaki.saeki@hinode.example'],
  ['ｓａｅｋｉ＠', 'saeki@hinode.example'],
  ['ﾐｻｷ', 'サエキ ミサキ'],
  ['Müller', 'mu\u0308ller'],
  ['  emilia ', 'Emilia Tamm'],
])('the query 「%s」 finds %s', (search, text) => {
  expect(matcherOf(search)('nothing', text)).toBe(true)
})

it('finds a member by a query with parts of the name and of the email address', () => {
  expect(matcherOf('hinode 美咲')('佐伯 美咲', 'misaki@hinode.example')).toBe(true)
})

it('finds no member for a query that matches neither name nor email address', () => {
  expect(matcherOf('三浦 美咲')('佐伯 美咲', 'misaki@hinode.example')).toBe(false)
  expect(matcherOf('三浦')('佐伯 美咲', 'misaki@hinode.example')).toBe(false)
})
