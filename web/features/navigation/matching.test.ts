import { expect, it } from 'vitest'
import { matching } from './matching.ts'

const run = () => undefined
const commands = [
  { id: 'report', label: '日報', words: 'daily-report', run },
  { id: 'monthly', label: '月報', words: 'monthly-report', run },
  { id: 'team', label: 'チーム', words: 'team', run },
  { id: 'mia', label: 'Mia Bär', words: 'mia@example.com', run },
]
const found = (query: string, recent: string[] = []) => matching(commands, query, recent).map(({ id }) => id)

it.each([
  { ids: ['team'], by: ['ちーむ', 'ﾁｰﾑ', 'TEAM'] },
  { ids: ['mia'], by: ['bar', 'ＢＡＲ mia'] },
  { ids: ['report', 'monthly'], by: ['report', '報'] },
  { ids: ['monthly'], by: ['month rep'] },
  { ids: [], by: ['mia bär@'] },
])('each query of $by finds the commands $ids', ({ ids, by }) => {
  for (const query of by) expect(found(query)).toEqual(ids)
})

it('a label that begins with the query is listed before one that contains it', () => {
  const two = [
    { id: 'contains', label: '自分の日報', run },
    { id: 'begins', label: '日報', run },
  ]
  expect(matching(two, '日報', []).map(({ id }) => id)).toEqual(['begins', 'contains'])
})

it('an empty query lists all commands, recently used ones first', () => {
  expect(found('')).toEqual(['report', 'monthly', 'team', 'mia'])
  expect(found(' ', ['team', 'gone', 'monthly'])).toEqual(['team', 'monthly', 'report', 'mia'])
})
