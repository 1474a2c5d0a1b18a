import { describe, expect, it } from 'vitest'
import type { StoredDraft, SaveOutcome } from './draft.ts'
import { draftReducer, type DraftState, opened } from './draft-state.ts'

type Text = { text: string }
const reduce = draftReducer<Text>({
  name: 'draft',
  read: () => undefined,
  isSame: (one, other) => one.text === other.text,
  renew: ({ text }) => ({ text: `${text} (renewed)` }),
})
const draft = (text: string, savedAt = 1): StoredDraft<Text> => ({ text, baseVersion: 'first', savedAt })
const empty = opened<Text>(undefined)
const saved = opened(draft('plan'))
const edit = (before: DraftState<Text>, text: string, outcome: SaveOutcome<Text> | { kind: 'unneeded' }) =>
  reduce(before, { type: 'edited', content: { text }, baseVersion: 'first', outcome })

describe('opening an editor', () => {
  it('an editor opens with no content of its own if no draft was stored', () => {
    expect(empty).toEqual({
      content: undefined,
      baseVersion: null,
      saved: undefined,
      restored: false,
      conflict: undefined,
      unavailable: false,
    })
  })

  it('an editor opens with its stored draft and marks it as restored', () => {
    expect(saved).toMatchObject({
      content: { text: 'plan' },
      baseVersion: 'first',
      saved: draft('plan'),
      restored: true,
    })
  })

  it('drops the previous state when the editor is opened again', () => {
    const before = edit(edit(saved, 'code', { kind: 'unavailable' }), 'code', { kind: 'conflict', draft: draft('x') })
    expect(reduce(before, { type: 'opened', draft: undefined })).toEqual(empty)
    expect(reduce(before, { type: 'opened', draft: draft('plan') })).toEqual(saved)
  })
})

describe('editing', () => {
  it('keeps the edited text and its stored draft', () => {
    const state = edit(saved, 'code', { kind: 'saved', draft: draft('code', 2) })
    expect(state).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 2) })
  })

  it('keeps the version from which the edit began', () => {
    const event = {
      type: 'edited',
      content: { text: 'x' },
      baseVersion: 'second',
      outcome: { kind: 'unneeded' },
    } as const
    expect(reduce(empty, event)).toMatchObject({ content: { text: 'x' }, baseVersion: 'second', restored: false })
  })

  it('stores no draft for a text that needs none', () => {
    expect(edit(saved, '', { kind: 'unneeded' })).toEqual({ ...saved, content: { text: '' }, saved: undefined })
  })

  it('reports storage as unavailable until a draft is stored again', () => {
    const unavailable = edit(saved, 'code', { kind: 'unavailable' })
    expect(unavailable).toEqual({ ...saved, content: { text: 'code' }, saved: undefined, unavailable: true })
    expect(edit(unavailable, '', { kind: 'unneeded' }).unavailable).toBe(true)
    expect(edit(unavailable, 'code', { kind: 'saved', draft: draft('code', 2) }).unavailable).toBe(false)
  })

  it('shows a conflict until the text is stored over the other draft', () => {
    const conflict = edit(saved, 'code', { kind: 'conflict', draft: draft('x', 2) })
    expect(conflict).toEqual({ ...saved, content: { text: 'code' }, conflict: draft('x', 2) })
    const kept = edit(conflict, 'code', { kind: 'saved', draft: draft('code', 3) })
    expect(kept).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 3) })
  })
})

describe('a change in another tab', () => {
  const elsewhere = (before: DraftState<Text>, other: StoredDraft<Text> | undefined) =>
    reduce(before, { type: 'changedElsewhere', draft: other })

  it('shows the text of the other tab if this tab has no text', () => {
    expect(elsewhere(empty, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: false })
  })

  it('shows the text of the other tab if the whole text of this tab is stored', () => {
    expect(elsewhere(saved, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: true })
  })

  it('starts with an empty form if the other tab sent or discarded the same text', () => {
    expect(elsewhere(saved, undefined)).toEqual(empty)
  })

  it('keeps a different text, with a new id if the text is a new entry', () => {
    const written = { ...saved, content: { text: 'code' } }
    expect(elsewhere(written, undefined)).toEqual({ ...written, saved: undefined })
    const renewed = { ...written, baseVersion: null, content: { text: 'code (renewed)' }, saved: undefined }
    expect(elsewhere({ ...written, baseVersion: null }, undefined)).toEqual(renewed)
  })

  it.each([
    ['were not stored', edit(saved, 'code', { kind: 'unavailable' })],
    ['were changed since they were stored', { ...saved, content: { text: 'code' } }],
    ['are in conflict', edit(saved, 'plan', { kind: 'conflict', draft: draft('x', 2) })],
  ])('a change in another tab does not replace texts that %s', (_, before) => {
    expect(elsewhere(before, draft('y', 3))).toEqual({ ...before, conflict: draft('y', 3) })
  })
})

it('shows the text of the other tab after the member chose it', () => {
  const conflict = edit(empty, 'code', { kind: 'conflict', draft: draft('x', 2) })
  const taken = reduce(conflict, { type: 'theirsTaken' })
  expect(taken).toEqual({ ...opened(draft('x', 2)), restored: false })
  expect(reduce(taken, { type: 'theirsTaken' })).toBe(taken)
})

it('an undo restores the whole previous state of an editor', () => {
  expect(reduce(empty, { type: 'undone', before: saved })).toBe(saved)
})
