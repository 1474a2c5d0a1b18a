import { expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { merge } from './merge.ts'

const began = { ...emptyReport, yesterday_work: '昨日', today_plan: '今日', issues: '' }

it('a merge takes each field from the only side that has changed it', () => {
  const merged = merge(began, { ...began, today_plan: 'ここ' }, { ...began, issues: '別の端末' })
  expect(merged.words).toEqual({ ...emptyReport, yesterday_work: '昨日', today_plan: 'ここ', issues: '別の端末' })
  expect(merged).toMatchObject({ taken: ['issues'], conflicts: [] })
})

it("a merge keeps the draft's text of a field that both sides changed, with a conflict", () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const merged = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  expect(merged.words).toEqual({ ...emptyReport, yesterday_work: '別の昨日', today_plan: 'ここ', issues: '' })
  expect(merged).toMatchObject({ taken: ['yesterday_work'], conflicts: ['today_plan'] })
})

it('a second merge with the same report changes nothing', () => {
  const theirs = { ...began, yesterday_work: '別の昨日', today_plan: '別の端末' }
  const once = merge(began, { ...began, today_plan: 'ここ' }, theirs)
  const twice = merge(once.began, once.words, theirs)
  expect(twice).toEqual({ ...once, taken: [] })
})

it('a merge without the original text reports a conflict for every field that differs', () => {
  expect(merge({}, { ...began, issues: 'ここ' }, began)).toMatchObject({ taken: [], conflicts: ['issues'] })
})

it('a merge reports no conflict if both sides wrote the same text', () => {
  const same = { ...began, issues: '同じ' }
  expect(merge(began, same, same)).toMatchObject({ words: same, began: same, taken: [], conflicts: [] })
})
