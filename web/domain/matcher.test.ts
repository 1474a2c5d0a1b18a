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
])('the query 「%s」 finds the name or address %s', (search, text) => {
  expect(matcherOf(search)('nothing', text)).toBe(true)
})

it("a query with parts of a member's name and email address finds the member", () => {
  expect(matcherOf('hinode 美咲')('佐伯 美咲', 'misaki@hinode.example')).toBe(true)
})

it('a query that matches neither name nor email address finds no member', () => {
  expect(matcherOf('三浦 美咲')('佐伯 美咲', 'misaki@hinode.example')).toBe(false)
  expect(matcherOf('三浦')('佐伯 美咲', 'misaki@hinode.example')).toBe(false)
})
