import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { emptyReport, type ReportValues } from '#contract/report-fields.ts'
import { reportDrafts } from './drafts.ts'
import { useReportDraft } from './use-draft.ts'

const key = reportDrafts.key('misaki', '2026-10-23')
const version = '2026-10-23T08:47:00+09:00'
const start: ReportValues = { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' }
const written = { ...start, today_plan: '実装と試験' }
const theirs = { ...start, issues: 'DBが落ちました' }

const open = (of: { key: string | undefined; version?: string | null } = { key }) =>
  renderHook(({ key, version }) => useReportDraft(key, { start, version: version ?? null }), { initialProps: of })

const keep = (words: ReportValues, baseVersion: string | null = null, savedAt = 1) =>
  reportDrafts.write(key, { words, baseVersion, savedAt }, reportDrafts.read(key))

/** Makes a change as another tab would make it: the page under test only receives the event. */
const elsewhere = (change: () => unknown, at: string | null = key) =>
  act(() => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: at }))
  })

it('a report form shows the initial text, and stores no draft before an edit', () => {
  const { result } = open({ key, version })
  expect(result.current).toMatchObject({ words: start, baseVersion: version, restored: false, savedAt: undefined })
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('every edit of a report stores a draft with the original version and the time', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
  const { result } = open({ key, version })
  act(() => result.current.change({ today_plan: written.today_plan }))
  expect(result.current).toMatchObject({ words: written, baseVersion: version, savedAt: 1_700_000_000_000 })
  expect(reportDrafts.read(key)).toEqual({
    words: written,
    began: start,
    baseVersion: version,
    savedAt: 1_700_000_000_000,
  })
  vi.useRealTimers()
})

it('no report draft is stored if the text equals the initial text again', () => {
  const { result } = open()
  act(() => result.current.change(written))
  act(() => result.current.change(start))
  expect(result.current).toMatchObject({ words: start, savedAt: undefined })
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('a choice that changes no text is stored until the draft is discarded', () => {
  const { result } = open()
  const choices = new Map([['設計', 'done']] as const)
  act(() => result.current.change(start, { choices }))
  expect(reportDrafts.read(key)).toMatchObject({ words: start, choices })
  expect(open().result.current).toMatchObject({ choices, restored: true })
  act(() => result.current.change({ issues: '困った' }))
  expect(reportDrafts.read(key)).toMatchObject({ choices })
  act(() => result.current.discard())
  expect([result.current.choices.size, reportDrafts.read(key)]).toEqual([0, undefined])
})

it('a draft of an earlier version of the report stays, even if its text equals the current version', () => {
  keep(written, 'earlier')
  const { result } = open({ key, version })
  expect(result.current).toMatchObject({ words: written, baseVersion: 'earlier', restored: true, savedAt: 1 })
  act(() => result.current.change(start))
  expect(reportDrafts.read(key)).toMatchObject({ words: start, baseVersion: 'earlier' })
})

it('no report draft is stored while the member is unknown', () => {
  const { result } = open({ key: undefined })
  act(() => result.current.change(written))
  expect(result.current.words).toEqual(written)
  act(() => {
    result.current.remove()
    result.current.undo()
    result.current.reread()
  })
  expect(result.current.words).toEqual(start)
  expect(localStorage).toHaveLength(0)
})

it('a report form without a draft shows the text that another tab has written', () => {
  const { result, unmount } = open()
  elsewhere(() => keep(theirs))
  expect(result.current).toMatchObject({ words: theirs, restored: false })
  const listening = vi.spyOn(window, 'removeEventListener')
  unmount()
  expect(listening).toHaveBeenCalledWith('storage', expect.any(Function))
  vi.restoreAllMocks()
})

it('a report form shows only the draft of its day, also after the day changes', () => {
  const other = reportDrafts.key('misaki', '2026-10-22')
  const { result, rerender } = open()
  elsewhere(() => keep(theirs), other)
  expect(result.current.words).toEqual(start)
  rerender({ key: other })
  elsewhere(() => reportDrafts.write(other, { words: written, baseVersion: null, savedAt: 2 }, undefined), other)
  expect(result.current.words).toEqual(written)
})

it.each([
  ['keeps their own text', 'keepMine', written],
  ['takes the text of the other tab', 'takeTheirs', theirs],
] as const)('a conflict with another tab is resolved if the member %s', (_what, choose, words) => {
  const { result } = open()
  act(() => result.current.change(written))
  keep(theirs, null, 1)
  act(() => result.current.change(written))
  expect(result.current.conflict?.words).toEqual(theirs)
  expect(reportDrafts.read(key)?.words).toEqual(theirs)
  act(() => result.current[choose]())
  expect(result.current).toMatchObject({ words, conflict: undefined })
  expect(reportDrafts.read(key)?.words).toEqual(words)
})

it('a discard shows the initial text, and an undo restores the report draft', () => {
  keep(written)
  const { result } = open()
  const { undo } = result.current
  act(() => result.current.discard())
  expect(result.current).toMatchObject({ words: start, restored: false })
  expect(reportDrafts.read(key)).toBeUndefined()
  act(() => undo())
  expect(result.current).toMatchObject({ words: written, restored: true })
  expect(reportDrafts.read(key)).toMatchObject({ words: written, savedAt: 1 })
})

it('an undo of the first edit removes the report draft', () => {
  const { result } = open()
  const { undo } = result.current
  act(() => result.current.change(written))
  act(() => undo())
  expect(result.current.words).toEqual(start)
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('a saved report leaves no draft, and a newer draft in the storage is shown', () => {
  const { result } = open()
  act(() => result.current.change(written))
  act(() => result.current.remove())
  expect(reportDrafts.read(key)).toBeUndefined()
  keep(theirs)
  act(() => result.current.reread())
  expect(result.current).toMatchObject({ words: theirs, restored: true })
})
