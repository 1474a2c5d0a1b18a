import { expect, test } from 'vitest'
import { unfolded } from './unfolded.ts'

const day = (report: object) => JSON.parse(unfolded(JSON.stringify({ reports: [{ id: 'one', ...report }], total: 1 })))
const reactionsOf = (reactions: string | null) => day({ reactions, readers: null }).reports[0].reactions

test('signs are counted, the most used first, of two as often used the one that was given first', () => {
  expect(reactionsOf('thanks nice ok nice* thanks')).toEqual([
    { sign: 'thanks', count: 2, mine: false },
    { sign: 'nice', count: 2, mine: true },
    { sign: 'ok', count: 1, mine: false },
  ])
  expect(reactionsOf('ok* ok')).toEqual([{ sign: 'ok', count: 2, mine: true }])
  expect(reactionsOf(null)).toEqual([])
})

test('readers are of one’s own report', () => {
  const readers = [{ user_id: 'ren', user_name: '早川 蓮' }]
  expect(day({ reactions: null, readers })).toEqual({ reports: [{ id: 'one', reactions: [], readers }], total: 1 })
  expect(Object.keys(day({ reactions: null, readers: null }).reports[0])).toEqual(['id', 'reactions'])
})

test('what somebody writes stays as it is', () => {
  const words = ',"reactions":"nice*","readers":null,"reactions":null \\",\\"readers\\":null'
  expect(day({ yesterday_work: words, issues: words, reactions: null, readers: null }).reports[0]).toEqual({
    id: 'one',
    yesterday_work: words,
    issues: words,
    reactions: [],
  })
})
