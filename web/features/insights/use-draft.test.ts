import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { type Draft, draftKey, readDraft, removeDraft, useHasDraft, writeDraft } from './drafts.ts'
import { useDraft } from './use-draft.ts'

const key = draftKey('Misaki')
const draft: Draft = { id: 'd1', type: 'problem', note: '遅いビルド', savedAt: 1 }
const existing = { id: 'i1', type: 'try', note: '朝会を短く' } as Insight

const open = (userId: string | undefined = 'misaki', insight?: Insight) => renderHook(() => useDraft(userId, insight))
const elsewhere = (change: () => unknown, at = key) =>
  act(() => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: at }))
  })

it('begins empty under an id of its own, and keeps nothing', () => {
  const { result } = open()
  expect(result.current.words).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/u), type: 'keep', note: '' })
  expect(result.current).toMatchObject({ savedAt: undefined, restored: false, unavailable: false })
  expect(readDraft(key)).toBeUndefined()
})

it('keeps every change, and when; nothing of an empty note', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
  const { result } = open()
  const { id } = result.current.words
  act(() => result.current.change({ note: draft.note }))
  expect(result.current).toMatchObject({ savedAt: 1_700_000_000_000, restored: false, unavailable: false })
  expect(readDraft(key)).toEqual({ id, type: 'keep', note: draft.note, savedAt: 1_700_000_000_000 })
  act(() => result.current.change({ note: '' }))
  expect(result.current).toMatchObject({ words: { id, note: '' }, savedAt: undefined })
  expect(readDraft(key)).toBeUndefined()
  vi.useRealTimers()
})

it('finds what an earlier version has kept, a draft for each member and each insight', () => {
  expect(draftKey('Misaki')).toBe('asakai_insight_draft:misaki')
  expect(draftKey('Misaki', 'i1')).toBe('asakai_insight_draft:misaki:i1')
})

it('goes on from what the browser keeps', () => {
  writeDraft(key, draft)
  const { result } = open()
  expect(result.current).toMatchObject({ words: { id: 'd1', type: 'problem', note: draft.note } })
  expect(result.current).toMatchObject({ savedAt: 1, restored: true, unavailable: false })
  act(() => result.current.change({ note: 'もっと' }))
  expect(result.current.restored).toBe(true)
})

it.each([{ type: 'keep' }, { note: '朝会を立って' }] as const)('keeps a change of an existing one: %o', (part) => {
  const own = draftKey('misaki', 'i1')
  const { result } = open('misaki', existing)
  expect(result.current.words).toEqual(existing)
  act(() => result.current.change(part))
  expect(readDraft(own)).toMatchObject({ id: 'i1', type: 'try', note: existing.note, ...part })
  expect(readDraft(key)).toBeUndefined()
  act(() => result.current.change({ type: 'try', note: existing.note }))
  expect(readDraft(own)).toBeUndefined()
})

it('keeps nothing while the member is unknown', () => {
  const { result } = renderHook(() => useDraft(undefined, undefined))
  act(() => result.current.change({ note: draft.note }))
  act(() => result.current.remove())
  expect(result.current).toMatchObject({ words: { note: draft.note }, savedAt: undefined })
  expect(localStorage).toHaveLength(0)
})

it('says that the browser keeps nothing, until it does', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse })
  const { result } = open()
  act(() => result.current.change({ note: '設計' }))
  expect(result.current).toMatchObject({ words: { note: '設計' }, savedAt: undefined, unavailable: true })
  vi.unstubAllGlobals()
  act(() => result.current.change({ note: '設計と実装' }))
  expect(result.current.unavailable).toBe(false)
})

it("follows another tab's words; what was sent there is an insight of its own here", () => {
  const { result } = open()
  elsewhere(() => writeDraft(key, draft))
  expect(result.current).toMatchObject({ words: draft, savedAt: 1 })
  elsewhere(() => removeDraft(key))
  expect(result.current).toMatchObject({ words: { type: 'problem', note: draft.note }, savedAt: undefined })
  expect(result.current.words.id).not.toBe('d1')
})

it('stays the same insight where a change of it was sent elsewhere', () => {
  const own = draftKey('misaki', 'i1')
  const { result } = open('misaki', existing)
  elsewhere(() => writeDraft(own, { ...draft, id: 'i1' }), own)
  elsewhere(() => removeDraft(own), own)
  expect(result.current.words).toMatchObject({ id: 'i1', note: draft.note })
})

it('heeds no other key, follows the member it is given, and nobody once it is gone', () => {
  const { result, rerender, unmount } = renderHook(({ userId }) => useDraft(userId, undefined), {
    initialProps: { userId: 'misaki' },
  })
  elsewhere(() => writeDraft(key, draft), 'another')
  expect(result.current.words.note).toBe('')
  rerender({ userId: 'ren' })
  elsewhere(() => writeDraft(draftKey('ren'), { ...draft, note: '蓮' }), draftKey('ren'))
  expect(result.current.words.note).toBe('蓮')
  const stopped = vi.spyOn(window, 'removeEventListener')
  unmount()
  expect(stopped).toHaveBeenCalledWith('storage', expect.any(Function))
  vi.restoreAllMocks()
})

it('begins anew without what was discarded, and goes back to it', () => {
  writeDraft(key, draft)
  const { result } = open()
  let back = () => {}
  act(() => void (back = result.current.discard()))
  expect(result.current).toMatchObject({ words: { type: 'keep', note: '' }, restored: false })
  expect(readDraft(key)).toBeUndefined()
  act(() => back())
  expect(result.current).toMatchObject({ words: { id: 'd1', note: draft.note }, restored: true })
  expect(readDraft(key)).toMatchObject({ id: 'd1', note: draft.note })
})

it('goes back to the insight as it was, and leaves nothing half-written after a save', () => {
  const own = draftKey('misaki', 'i1')
  const { result } = open('misaki', existing)
  act(() => result.current.change({ note: '朝会を立って' }))
  act(() => void result.current.discard())
  expect(result.current.words).toEqual(existing)
  act(() => result.current.change({ note: '朝会を立って' }))
  act(() => result.current.remove())
  expect(readDraft(own)).toBeUndefined()
})

it.each([
  'null',
  '{}',
  JSON.stringify({ ...draft, type: 'idea' }),
  JSON.stringify({ ...draft, type: undefined }),
  JSON.stringify({ ...draft, note: 1 }),
  JSON.stringify({ ...draft, id: 1 }),
  JSON.stringify({ ...draft, savedAt: '1' }),
])('is no draft: %s', (stored) => {
  localStorage.setItem(key, stored)
  expect(readDraft(key)).toBeUndefined()
})

it('says whether a half-written insight is kept', () => {
  const { result, rerender } = renderHook(({ userId }) => useHasDraft(userId), {
    initialProps: { userId: undefined as string | undefined },
  })
  expect(result.current).toBe(false)
  rerender({ userId: 'misaki' })
  expect(result.current).toBe(false)
  act(() => void writeDraft(key, draft))
  expect(result.current).toBe(true)
})
