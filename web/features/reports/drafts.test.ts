import { expect, it, vi } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { removeStored } from '../../storage/local-storage.ts'
import { type StoredReportDraft, reportDrafts } from './drafts.ts'

const user = '0199B0A0-0000-7000-8000-000000000001'
const key = reportDrafts.key(user, '2026-10-23')
const draft = (today_plan: string, savedAt: number): StoredReportDraft => ({
  words: { ...emptyReport, yesterday_work: '', today_plan, issues: '' },
  baseVersion: null,
  savedAt,
})

it('one report draft is stored for each member and date, whatever the letter case of the id', () => {
  expect(key).toBe('asakai_draft:0199b0a0-0000-7000-8000-000000000001:2026-10-23')
  reportDrafts.write(key, draft('設計', 1), undefined)
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
  expect(reportDrafts.read(reportDrafts.key(user.toLowerCase(), '2026-10-22'))).toBeUndefined()
  removeStored(key)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('a report draft stores the version that it began from', () => {
  const changed = { ...draft('設計', 1), baseVersion: '2026-10-23T09:00:00+09:00' }
  reportDrafts.write(key, changed, undefined)
  expect(reportDrafts.read(key)).toEqual(changed)
  reportDrafts.write(key, draft('設計', 3), reportDrafts.read(key))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 3))
})

it('a report draft stores the choices for plan lines, and ignores unknown choices', () => {
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
])('an invalid stored report draft is ignored: %s', (stored) => {
  localStorage.setItem(key, stored)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('a report draft with an invalid version is read as one without a version', () => {
  localStorage.setItem(key, JSON.stringify({ ...draft('設計', 1), baseVersion: 1 }))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
})

// A draft from an older version lacks the fields that were added to reports since.
it('a report draft is read even if a field is missing', () => {
  localStorage.setItem(key, JSON.stringify({ words: { today_plan: '設計' }, savedAt: 1 }))
  expect(reportDrafts.read(key)).toEqual(draft('設計', 1))
})

it('a report draft does not overwrite the draft of another tab', () => {
  const mine = draft('私', 1)
  reportDrafts.write(key, mine, undefined)
  const theirs = draft('別のタブ', 2)
  reportDrafts.write(key, theirs, mine)
  expect(reportDrafts.write(key, draft('私も', 3), mine)).toEqual({ kind: 'conflict', draft: theirs })
  expect(reportDrafts.write(key, draft('私も', 3), undefined)).toEqual({ kind: 'conflict', draft: theirs })
  expect(reportDrafts.read(key)).toEqual(theirs)
  expect(reportDrafts.write(key, draft('私も', 3), theirs)).toEqual({ kind: 'saved', draft: draft('私も', 3) })
})

it('no conflict is reported if another tab has stored the same text', () => {
  reportDrafts.write(key, draft('設計', 1), undefined)
  expect(reportDrafts.write(key, draft('設計', 2), undefined)).toEqual({ kind: 'saved', draft: draft('設計', 2) })
})

it('a full or blocked storage is reported as unavailable instead of throwing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  expect(reportDrafts.write(key, draft('設計', 1), undefined)).toEqual({ kind: 'unavailable' })
})
