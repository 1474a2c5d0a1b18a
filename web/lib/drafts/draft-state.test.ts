import { describe, expect, it } from 'vitest'
import type { Draft, SaveOutcome } from './draft.ts'
import { draftReducer, type DraftState, opened } from './draft-state.ts'

type Text = { text: string }
const reduce = draftReducer<Text>({
  name: 'draft',
  read: () => undefined,
  isSame: (one, other) => one.text === other.text,
  renew: ({ text }) => ({ text: `${text} (renewed)` }),
})
const draft = (text: string, savedAt = 1): Draft<Text> => ({ text, baseVersion: 'first', savedAt })
const empty = opened<Text>(undefined)
const saved = opened(draft('plan'))
const edit = (before: DraftState<Text>, text: string, outcome: SaveOutcome<Text> | { kind: 'unneeded' }) =>
  reduce(before, { type: 'edited', content: { text }, baseVersion: 'first', outcome })

describe('opened', () => {
  it('shows nothing of its own if nothing was stored', () => {
    expect(empty).toEqual({
      content: undefined,
      baseVersion: null,
      saved: undefined,
      restored: false,
      conflict: undefined,
      unavailable: false,
    })
  })

  it('goes on from the stored draft, and tells that it was restored', () => {
    expect(saved).toMatchObject({
      content: { text: 'plan' },
      baseVersion: 'first',
      saved: draft('plan'),
      restored: true,
    })
  })

  it('leaves nothing of before', () => {
    const before = edit(edit(saved, 'code', { kind: 'unavailable' }), 'code', { kind: 'conflict', draft: draft('x') })
    expect(reduce(before, { type: 'opened', draft: undefined })).toEqual(empty)
    expect(reduce(before, { type: 'opened', draft: draft('plan') })).toEqual(saved)
  })
})

describe('edited', () => {
  it('shows the words and what was stored of them', () => {
    const state = edit(saved, 'code', { kind: 'saved', draft: draft('code', 2) })
    expect(state).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 2) })
  })

  it('keeps the version that the words began from', () => {
    const event = {
      type: 'edited',
      content: { text: 'x' },
      baseVersion: 'second',
      outcome: { kind: 'unneeded' },
    } as const
    expect(reduce(empty, event)).toMatchObject({ content: { text: 'x' }, baseVersion: 'second', restored: false })
  })

  it('has nothing stored of words that need no draft', () => {
    expect(edit(saved, '', { kind: 'unneeded' })).toEqual({ ...saved, content: { text: '' }, saved: undefined })
  })

  it('tells that nothing is stored, until something is again', () => {
    const unavailable = edit(saved, 'code', { kind: 'unavailable' })
    expect(unavailable).toEqual({ ...saved, content: { text: 'code' }, saved: undefined, unavailable: true })
    expect(edit(unavailable, '', { kind: 'unneeded' }).unavailable).toBe(true)
    expect(edit(unavailable, 'code', { kind: 'saved', draft: draft('code', 2) }).unavailable).toBe(false)
  })

  it('shows a conflict until the words are stored over it', () => {
    const conflict = edit(saved, 'code', { kind: 'conflict', draft: draft('x', 2) })
    expect(conflict).toEqual({ ...saved, content: { text: 'code' }, conflict: draft('x', 2) })
    const kept = edit(conflict, 'code', { kind: 'saved', draft: draft('code', 3) })
    expect(kept).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 3) })
  })
})

describe('changed elsewhere', () => {
  const elsewhere = (before: DraftState<Text>, other: Draft<Text> | undefined) =>
    reduce(before, { type: 'changedElsewhere', draft: other })

  it('shows the words of the other tab while nobody has written here', () => {
    expect(elsewhere(empty, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: false })
  })

  it('shows them too if everything that was written here is stored', () => {
    expect(elsewhere(saved, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: true })
  })

  it('starts anew if the other tab has sent or discarded the same words', () => {
    expect(elsewhere(saved, undefined)).toEqual(empty)
  })

  it('keeps other words, under an identity of their own if they are something new', () => {
    const written = { ...saved, content: { text: 'code' } }
    expect(elsewhere(written, undefined)).toEqual({ ...written, saved: undefined })
    const renewed = { ...written, baseVersion: null, content: { text: 'code (renewed)' }, saved: undefined }
    expect(elsewhere({ ...written, baseVersion: null }, undefined)).toEqual(renewed)
  })

  it.each([
    ['were not stored', edit(saved, 'code', { kind: 'unavailable' })],
    ['were changed since they were stored', { ...saved, content: { text: 'code' } }],
    ['are in conflict', edit(saved, 'plan', { kind: 'conflict', draft: draft('x', 2) })],
  ])('leaves words alone that %s', (_, before) => {
    expect(elsewhere(before, draft('y', 3))).toEqual({ ...before, conflict: draft('y', 3) })
  })
})

it('takes the words of the other tab once the member has chosen them', () => {
  const conflict = edit(empty, 'code', { kind: 'conflict', draft: draft('x', 2) })
  const taken = reduce(conflict, { type: 'theirsTaken' })
  expect(taken).toEqual({ ...opened(draft('x', 2)), restored: false })
  expect(reduce(taken, { type: 'theirsTaken' })).toBe(taken)
})

it('goes back to everything as it was', () => {
  expect(reduce(empty, { type: 'undone', before: saved })).toBe(saved)
})
