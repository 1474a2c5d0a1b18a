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
  it('an editor without a stored draft opens empty', () => {
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

  it('opening an editor again drops its previous state', () => {
    const before = edit(edit(saved, 'code', { kind: 'unavailable' }), 'code', { kind: 'conflict', draft: draft('x') })
    expect(reduce(before, { type: 'opened', draft: undefined })).toEqual(empty)
    expect(reduce(before, { type: 'opened', draft: draft('plan') })).toEqual(saved)
  })
})

describe('editing', () => {
  it('an edit changes the text and the stored draft', () => {
    const state = edit(saved, 'code', { kind: 'saved', draft: draft('code', 2) })
    expect(state).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 2) })
  })

  it('an edit keeps the version from which it began', () => {
    const event = {
      type: 'edited',
      content: { text: 'x' },
      baseVersion: 'second',
      outcome: { kind: 'unneeded' },
    } as const
    expect(reduce(empty, event)).toMatchObject({ content: { text: 'x' }, baseVersion: 'second', restored: false })
  })

  it('an edit removes the stored draft if the text needs none', () => {
    expect(edit(saved, '', { kind: 'unneeded' })).toEqual({ ...saved, content: { text: '' }, saved: undefined })
  })

  it('the storage is reported as unavailable until a draft is stored again', () => {
    const unavailable = edit(saved, 'code', { kind: 'unavailable' })
    expect(unavailable).toEqual({ ...saved, content: { text: 'code' }, saved: undefined, unavailable: true })
    expect(edit(unavailable, '', { kind: 'unneeded' }).unavailable).toBe(true)
    expect(edit(unavailable, 'code', { kind: 'saved', draft: draft('code', 2) }).unavailable).toBe(false)
  })

  it('an edit shows a conflict until its text replaces the other draft', () => {
    const conflict = edit(saved, 'code', { kind: 'conflict', draft: draft('x', 2) })
    expect(conflict).toEqual({ ...saved, content: { text: 'code' }, conflict: draft('x', 2) })
    const kept = edit(conflict, 'code', { kind: 'saved', draft: draft('code', 3) })
    expect(kept).toEqual({ ...saved, content: { text: 'code' }, saved: draft('code', 3) })
  })
})

describe('a change in another tab', () => {
  const elsewhere = (before: DraftState<Text>, other: StoredDraft<Text> | undefined) =>
    reduce(before, { type: 'changedElsewhere', draft: other })

  it('a tab without text shows the text of the other tab', () => {
    expect(elsewhere(empty, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: false })
  })

  it('a tab whose whole text is stored shows the text of the other tab', () => {
    expect(elsewhere(saved, draft('x', 2))).toEqual({ ...opened(draft('x', 2)), restored: true })
  })

  it('a form becomes empty if another tab sent or discarded the same text', () => {
    expect(elsewhere(saved, undefined)).toEqual(empty)
  })

  it('changed text stays if another tab removes the draft, and gets a new id if it creates something', () => {
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

it('a tab shows the text of the other tab after the member chose it', () => {
  const conflict = edit(empty, 'code', { kind: 'conflict', draft: draft('x', 2) })
  const taken = reduce(conflict, { type: 'theirsTaken' })
  expect(taken).toEqual({ ...opened(draft('x', 2)), restored: false })
  expect(reduce(taken, { type: 'theirsTaken' })).toBe(taken)
})

it('an undo restores the whole previous state of an editor', () => {
  expect(reduce(empty, { type: 'undone', before: saved })).toBe(saved)
})
