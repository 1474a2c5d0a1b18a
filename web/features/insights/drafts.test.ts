import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useDraft, useHasDraft } from '../../storage/drafts/use-draft.ts'
import type { Insight } from '#contract/insights.ts'
import { removeStored } from '../../storage/local-storage.ts'
import { type InsightContent, insightDrafts, versionOf } from './drafts.ts'

const draftKey = insightDrafts.key
const readDraft = insightDrafts.read
const key = draftKey('Misaki')
const draft = { id: 'd1', type: 'problem', note: '遅いビルド', baseVersion: null, savedAt: 1 } as const
const existing = { id: 'i1', type: 'try', note: '朝会を短く' } as Insight
const blank: InsightContent = { id: 'new', type: 'keep', note: '' }

const open = (userId: string | undefined = 'misaki', insight?: Insight) =>
  renderHook(() =>
    useDraft(
      insightDrafts,
      userId && draftKey(userId, insight?.id),
      insight ?? blank,
      insight ? versionOf(insight) : null,
    ),
  )
const keep = (at: string, content: InsightContent, savedAt = 1) =>
  insightDrafts.write(at, { ...content, baseVersion: null, savedAt }, readDraft(at))
const elsewhere = (change: () => unknown, at = key) =>
  act(() => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: at }))
  })

it('every edit of a new insight is stored as a draft until the note is emptied', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
  const { result } = open()
  const { id } = result.current.content
  act(() => result.current.change((before) => ({ ...before, note: draft.note })))
  expect(result.current).toMatchObject({ savedAt: 1_700_000_000_000, restored: false, unavailable: false })
  expect(readDraft(key)).toMatchObject({ id, type: 'keep', note: draft.note, savedAt: 1_700_000_000_000 })
  act(() => result.current.change((before) => ({ ...before, note: '' })))
  expect(result.current).toMatchObject({ content: { id, note: '' }, savedAt: undefined })
  expect(readDraft(key)).toBeUndefined()
  vi.useRealTimers()
})

it('draftKey returns one key for each member and insight, as in earlier versions', () => {
  expect(draftKey('Misaki')).toBe('asakai_insight_draft:misaki')
  expect(draftKey('Misaki', 'i1')).toBe('asakai_insight_draft:misaki:i1')
})

it('the stored draft of a new insight is restored', () => {
  keep(key, draft)
  const { result } = open()
  expect(result.current).toMatchObject({ content: { id: 'd1', type: 'problem', note: draft.note } })
  expect(result.current).toMatchObject({ savedAt: 1, restored: true, unavailable: false })
  act(() => result.current.change((before) => ({ ...before, note: 'もっと' })))
  expect(result.current.restored).toBe(true)
})

it.each([{ type: 'keep' }, { note: '朝会を立って' }] as const)(
  'an edit of an existing insight is stored as a draft: %o',
  (part) => {
    const own = draftKey('misaki', 'i1')
    const { result } = open('misaki', existing)
    expect(result.current.content).toEqual(existing)
    act(() => result.current.change((before) => ({ ...before, ...part })))
    expect(readDraft(own)).toMatchObject({ id: 'i1', type: 'try', note: existing.note, ...part })
    expect(readDraft(key)).toBeUndefined()
    act(() => result.current.change((before) => ({ ...before, type: 'try', note: existing.note })))
    expect(readDraft(own)).toBeUndefined()
  },
)

it('no insight draft is stored while the member is unknown', () => {
  const { result } = renderHook(() => useDraft(insightDrafts, undefined, blank, null))
  act(() => result.current.change((before) => ({ ...before, note: draft.note })))
  act(() => result.current.remove())
  expect(result.current).toMatchObject({ content: { note: draft.note }, savedAt: undefined })
  expect(localStorage).toHaveLength(0)
})

it('the storage is reported as unavailable until an insight draft can be stored again', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse })
  const { result } = open()
  act(() => result.current.change((before) => ({ ...before, note: '設計' })))
  expect(result.current).toMatchObject({ content: { note: '設計' }, savedAt: undefined, unavailable: true })
  vi.unstubAllGlobals()
  act(() => result.current.change((before) => ({ ...before, note: '設計と実装' })))
  expect(result.current.unavailable).toBe(false)
})

it('a tab shows the insight draft of another tab, and none after that tab sent it', () => {
  const { result } = open()
  elsewhere(() => keep(key, draft))
  expect(result.current).toMatchObject({ content: draft, savedAt: 1 })
  elsewhere(() => removeStored(key))
  expect(result.current).toMatchObject({ content: blank, savedAt: undefined })
})

it('an insight is sent with a new id if another tab has already sent or discarded its draft', () => {
  keep(key, draft)
  const { result } = open()
  localStorage.removeItem(key) // as another tab would; its storage event has not arrived yet
  expect(result.current.toSend()).toMatchObject({ type: 'problem', note: draft.note })
  expect(result.current.toSend().id).not.toBe('d1')
})

it('an edited insight keeps its id if another tab has already sent a change of it', () => {
  const own = draftKey('misaki', 'i1')
  const { result } = open('misaki', existing)
  act(() => result.current.change((before) => ({ ...before, note: '朝会を立って' })))
  localStorage.removeItem(own)
  expect(result.current.toSend()).toMatchObject({ id: 'i1', note: '朝会を立って' })
})

it("an insight form shows only the current member's draft, and stops listening on unmount", () => {
  const { result, rerender, unmount } = renderHook(
    ({ userId }) => useDraft(insightDrafts, draftKey(userId), blank, null),
    {
      initialProps: { userId: 'misaki' },
    },
  )
  elsewhere(() => keep(key, draft), 'another')
  expect(result.current.content.note).toBe('')
  rerender({ userId: 'ren' })
  elsewhere(() => keep(draftKey('ren'), { ...draft, note: '蓮' }), draftKey('ren'))
  expect(result.current.content.note).toBe('蓮')
  const stopped = vi.spyOn(window, 'removeEventListener')
  unmount()
  expect(stopped).toHaveBeenCalledWith('storage', expect.any(Function))
  vi.restoreAllMocks()
})

it('a discard leaves an empty insight, and an undo restores the draft', () => {
  keep(key, draft)
  const { result } = open()
  const { undo } = result.current
  act(() => result.current.discard())
  expect(result.current).toMatchObject({ content: { type: 'keep', note: '' }, restored: false })
  expect(readDraft(key)).toBeUndefined()
  act(() => undo())
  expect(result.current).toMatchObject({ content: { id: 'd1', note: draft.note }, restored: true })
  expect(readDraft(key)).toMatchObject({ id: 'd1', note: draft.note })
})

it('discarding an edit shows the saved insight again, and saving an edit leaves no draft', () => {
  const own = draftKey('misaki', 'i1')
  const { result } = open('misaki', existing)
  act(() => result.current.change((before) => ({ ...before, note: '朝会を立って' })))
  act(() => result.current.discard())
  expect(result.current.content).toEqual(existing)
  act(() => result.current.change((before) => ({ ...before, note: '朝会を立って' })))
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
])('an invalid stored insight draft is ignored: %s', (stored) => {
  localStorage.setItem(key, stored)
  expect(readDraft(key)).toBeUndefined()
})

it('useHasDraft returns whether the member has a stored draft of an insight', () => {
  const { result, rerender } = renderHook(({ userId }) => useHasDraft(insightDrafts, userId && draftKey(userId)), {
    initialProps: { userId: undefined as string | undefined },
  })
  expect(result.current).toBe(false)
  rerender({ userId: 'misaki' })
  expect(result.current).toBe(false)
  act(() => void keep(key, draft))
  expect(result.current).toBe(true)
})
