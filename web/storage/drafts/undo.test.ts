import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { onStored } from '../local-storage.ts'
import { openDrafts } from './draft.ts'
import { useDraft } from './use-draft.ts'

type Note = { text: string }
const drafts = openDrafts<Note>({
  name: 'asakai_note',
  read: ({ text }) => (typeof text === 'string' ? { text } : undefined),
  isSame: (one, other) => one.text === other.text,
})
const key = drafts.key('misaki')

beforeEach(() => localStorage.clear())

/** Writes a note and discards it. `undo` restores the note. */
async function discarded() {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'mine' })))
  const { undo } = result.current
  await Promise.resolve() // otherwise both changes would count as one
  act(() => result.current.discard())
  await Promise.resolve()
  return { result, undo }
}

it('an undo restores a discarded text', async () => {
  const { result, undo } = await discarded()
  act(undo)
  expect(result.current.content.text).toBe('mine')
  expect(drafts.read(key)?.text).toBe('mine')
})

it('an undo offers a choice of texts if another tab wrote one after the discard', async () => {
  const { result, undo } = await discarded()
  drafts.write(key, { text: 'theirs', baseVersion: null, savedAt: Date.now() + 1 }, undefined)
  act(undo)
  expect(drafts.read(key)?.text).toBe('theirs')
  expect(result.current.content.text).toBe('mine')
  expect(result.current.conflict).toMatchObject({ text: 'theirs' })
})

it('undoing a discard offers both texts if this tab has written another text since', async () => {
  const { result, undo } = await discarded()
  act(() => result.current.change(() => ({ text: 'new' })))
  act(undo)
  expect(drafts.read(key)?.text).toBe('new')
  expect(result.current.content.text).toBe('mine')
  expect(result.current.conflict).toMatchObject({ text: 'new' })
})

it('two changes can be undone one after the other without a choice of texts', async () => {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'first' })))
  const { undo: undoSecond } = result.current
  await act(async () => result.current.change(() => ({ text: 'second' })))
  const { undo: undoThird } = result.current
  await act(async () => result.current.change(() => ({ text: 'third' })))
  act(undoThird)
  act(undoSecond)
  expect(result.current).toMatchObject({ content: { text: 'first' }, conflict: undefined })
})

it('an undo reverts a change of this tab without a choice of texts', () => {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'first' })))
  const { undo } = result.current
  act(() => result.current.change(() => ({ text: 'second' })))
  act(undo)
  expect(drafts.read(key)?.text).toBe('first')
  expect(result.current.conflict).toBeUndefined()
})

it('a draft contains both changes if one event changes it twice', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => {
    result.current.change(({ text }) => ({ text: `${text}a` }))
    vi.advanceTimersByTime(1)
    result.current.change(({ text }) => ({ text: `${text}b` }))
  })
  expect(result.current).toMatchObject({ content: { text: 'ab' }, conflict: undefined })
  expect(drafts.read(key)?.text).toBe('ab')
  vi.useRealTimers()
})

/**
 * Simulates the `storage` event of another tab.
 * @param newValue the value that the other tab has stored, or null if it has removed the value
 */
const hear = (newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

it('newer text of this tab stays if another tab removes the older text', () => {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'sent by the other tab' })))
  const sent = drafts.read(key)!
  vi.useFakeTimers({ now: Date.now() + 10, toFake: ['Date'] })
  act(() => result.current.change(() => ({ text: 'written here since' })))
  const written = localStorage.getItem(key)!
  // The other tab has not noticed the new text yet: its storage still has the old text.
  localStorage.setItem(key, JSON.stringify({ ...sent, baseVersion: null }))
  const changes: (string | null)[] = []
  const stop = onStored(() => changes.push(localStorage.getItem(key)))
  drafts.remove(key, sent)
  stop()
  for (const change of changes) hear(change)
  expect(result.current.content.text).toBe('written here since')
  expect(localStorage.getItem(key)).toBe(written)
  vi.useRealTimers()
})

it('an undo keeps the text of another tab that this tab shows after the discard', async () => {
  const { result, undo } = await discarded()
  const theirs = { text: 'theirs', baseVersion: null, savedAt: Date.now() + 1 }
  drafts.write(key, theirs, undefined)
  hear(JSON.stringify(theirs))
  expect(result.current.content.text).toBe('theirs')
  act(undo)
  expect(drafts.read(key)?.text).toBe('theirs')
  expect(result.current).toMatchObject({ content: { text: 'mine' }, conflict: { text: 'theirs' } })
})

it('a form becomes empty if another tab sent the same text', () => {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'mine' })))
  const newValue = JSON.stringify({ removed: drafts.read(key)!.savedAt })
  localStorage.removeItem(key)
  hear(newValue)
  expect(result.current.content.text).toBe('')
})

it('a text is not reported as saved if a draft of another tab blocks the save', () => {
  const { result } = renderHook(() => useDraft(drafts, key, { text: '' }, null))
  act(() => result.current.change(() => ({ text: 'mine' })))
  expect(result.current.savedAt).toBeDefined()
  const mine = drafts.read(key)!
  // Another tab writes the draft, but its storage event has not arrived here yet.
  drafts.write(key, { text: 'theirs', baseVersion: null, savedAt: mine.savedAt + 1 }, mine)
  act(() => result.current.change(() => ({ text: 'mine and more' })))
  expect(result.current.conflict).toMatchObject({ text: 'theirs' })
  expect(result.current.savedAt).toBeUndefined()
  act(() => result.current.keepMine())
  expect(result.current.savedAt).toBeDefined()
})
