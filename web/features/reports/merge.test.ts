import { expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { merge } from './merge.ts'

const began = { ...emptyReport, yesterday_work: '昨日', today_plan: '今日', issues: '' }

it('takes a field that changed only on the server, and keeps one that changed only in the draft', () => {
  const merged = merge(began, { ...began, today_plan: 'ここ' }, { ...began, issues: '別の端末' })
  expect(merged.words).toEqual({ ...emptyReport, yesterday_work: '昨日', today_plan: 'ここ', issues: '別の端末' })
  expect(merged).toMatchObject({ taken: ['issues'], conflicts: [] })
})

it('keeps the text of a field that changed on both sides, and reports a conflict for that field only', () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const merged = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  expect(merged.words).toEqual({ ...emptyReport, yesterday_work: '別の昨日', today_plan: 'ここ', issues: '' })
  expect(merged).toMatchObject({ taken: ['yesterday_work'], conflicts: ['today_plan'] })
})

it('a second merge changes nothing', () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const once = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  const twice = merge(once.began, once.words, theirs)
  expect(twice).toEqual({ ...once, taken: [] })
})

it('reports a conflict for every differing field if the original text is unknown', () => {
  expect(merge({}, { ...began, issues: 'ここ' }, began)).toMatchObject({ taken: [], conflicts: ['issues'] })
})

it('reports no conflict if both sides wrote the same text', () => {
  const same = { ...began, issues: '同じ' }
  expect(merge(began, same, same)).toMatchObject({ words: same, began: same, taken: [], conflicts: [] })
})
