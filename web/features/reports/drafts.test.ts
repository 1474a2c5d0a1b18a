import { expect, it, vi } from 'vitest'
import { removeStored } from '../../lib/local-storage.ts'
import { type Draft, queuedDates, reportDrafts } from './drafts.ts'

const user = '0199B0A0-0000-7000-8000-000000000001'
const key = reportDrafts.key(user, '2026-10-23')
const draft = (today_plan: string, savedAt: number): Draft => ({
  words: { yesterday_work: '', today_plan, issues: '' },
  baseVersion: null,
  savedAt,
})

it('keeps a draft per member and date, whatever the case of the id', () => {
  expect(key).toBe('asakai_draft:0199b0a0-0000-7000-8000-000000000001:2026-10-23')
  reportDrafts.write(key, draft('設計', 1), undefined)
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
  expect(reportDrafts.read(reportDrafts.key(user.toLowerCase(), '2026-10-22'))).toBeUndefined()
  removeStored(key)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('keeps the version that a report began from, and that the report was submitted', () => {
  const queued = { ...draft('設計', 1), baseVersion: '2026-10-23T09:00:00+09:00', queued: true } as const
  reportDrafts.write(key, queued, undefined)
  expect(reportDrafts.read(key)).toEqual(queued)
  reportDrafts.write(key, draft('設計', 3), reportDrafts.read(key))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 3))
})

it('keeps what was chosen for lines of the plan, and none that this version does not know', () => {
  const choices = new Map([
    ['__proto__', 'done'],
    ['設計', 'dropped'],
  ] as const)
  reportDrafts.write(key, { ...draft('設計', 1), choices }, undefined)
  expect(reportDrafts.read(key)).toEqual({ ...draft('設計', 1), choices })
  for (const [stored, known] of [
    [[['設計', 'later'], null, ['試験', 'carried'], [1, 'done']], new Map([['試験', 'carried']])],
    [{ 設計: 'done' }, undefined],
  ]) {
    localStorage.setItem(key, JSON.stringify({ ...draft('設計', 1), choices: stored }))
    expect(reportDrafts.read(key)).toEqual({ ...draft('設計', 1), ...(known && { choices: known }) })
  }
})

it.each([
  '',
  'null',
  '{}',
  '[1]',
  '{"words":{"today_plan":1},"savedAt":1}',
  '{"words":null,"savedAt":1}',
  '{"words":{"today_plan":"設計"}}',
  '設計',
])('takes what is no draft for none: %s', (stored) => {
  localStorage.setItem(key, stored)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('takes a draft for one of a new report, and not as submitted, where it does not say so', () => {
  localStorage.setItem(key, JSON.stringify({ ...draft('設計', 1), baseVersion: 1, queued: 'yes' }))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
})

// A field that a report has gained since the draft was kept.
it('keeps the words of a draft that does not know every field', () => {
  localStorage.setItem(key, JSON.stringify({ words: { today_plan: '設計' }, savedAt: 1 }))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
})

it("does not overwrite another tab's words", () => {
  const mine = draft('私', 1)
  reportDrafts.write(key, mine, undefined)
  const theirs = draft('別のタブ', 2)
  reportDrafts.write(key, theirs, mine)
  expect(reportDrafts.write(key, draft('私も', 3), mine)).toEqual({ kind: 'conflict', draft: theirs })
  expect(reportDrafts.write(key, draft('私も', 3), undefined)).toEqual({ kind: 'conflict', draft: theirs })
  expect(reportDrafts.read(key)).toEqual(theirs)
  expect(reportDrafts.write(key, draft('私も', 3), theirs)).toEqual({ kind: 'saved', draft: draft('私も', 3) })
})

it('takes the same words of another tab for no conflict', () => {
  reportDrafts.write(key, draft('設計', 1), undefined)
  expect(reportDrafts.write(key, draft('設計', 2), undefined)).toEqual({ kind: 'saved', draft: draft('設計', 2) })
})

it('says that a full or refused storage keeps nothing, and goes on', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  expect(reportDrafts.write(key, draft('設計', 1), undefined)).toEqual({ kind: 'unavailable' })
})

it('lists the days that are to be sent, the earliest first, and of nobody else', () => {
  expect(queuedDates(user)).toBe('')
  const keep = (userId: string, date: string, queued: boolean) =>
    reportDrafts.write(reportDrafts.key(userId, date), { ...draft('設計', 1), ...(queued && { queued }) }, undefined)
  keep(user, '2026-10-23', true)
  keep(user, '2026-10-21', true)
  keep(user, '2026-10-22', false)
  keep('0199b0a0-0000-7000-8000-000000000002', '2026-10-20', true)
  expect(queuedDates(user)).toBe('2026-10-21 2026-10-23')
})
