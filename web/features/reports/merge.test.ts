import { expect, it } from 'vitest'
import { merge } from './merge.ts'

const began = { yesterday_work: '昨日', today_plan: '今日', issues: '' }

it('takes a field that changed only elsewhere, and keeps one that changed only here', () => {
  const merged = merge(began, { ...began, today_plan: 'ここ' }, { ...began, issues: '別の端末' })
  expect(merged.words).toEqual({ yesterday_work: '昨日', today_plan: 'ここ', issues: '別の端末' })
  expect(merged).toMatchObject({ taken: ['issues'], conflicts: [] })
})

it('keeps the words of a field that changed on both sides, and asks about that field only', () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const merged = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  expect(merged.words).toEqual({ yesterday_work: '別の昨日', today_plan: 'ここ', issues: '' })
  expect(merged).toMatchObject({ taken: ['yesterday_work'], conflicts: ['today_plan'] })
})

it('merges a second time without a difference', () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const once = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  const twice = merge(once.began, once.words, theirs)
  expect(twice).toEqual({ ...once, taken: [] })
})

it('asks about every field that differs if the words from the beginning are unknown', () => {
  expect(merge({}, { ...began, issues: 'ここ' }, began)).toMatchObject({ taken: [], conflicts: ['issues'] })
})

it('has no conflict if both sides wrote the same words', () => {
  const same = { ...began, issues: '同じ' }
  expect(merge(began, same, same)).toMatchObject({ words: same, began: same, taken: [], conflicts: [] })
})
