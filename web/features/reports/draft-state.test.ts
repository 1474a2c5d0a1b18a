import { describe, expect, it } from 'vitest'
import { noWords } from '#contract/report-fields.ts'
import { draftReducer, type DraftState, opened } from './draft-state.ts'
import type { Draft } from './drafts.ts'
import { noChoices } from './choices.ts'

const words = (today_plan: string) => ({ ...noWords, today_plan })
const draft = (today_plan: string, savedAt = 1): Draft => ({ words: words(today_plan), baseVersion: 'first', savedAt })
const empty = opened(undefined)
const saved = opened(draft('設計'))
const edit = (
  before: DraftState,
  today_plan: string,
  outcome: Extract<Parameters<typeof draftReducer>[1], { type: 'edited' }>['outcome'],
) =>
  draftReducer(before, {
    type: 'edited',
    words: words(today_plan),
    choices: noChoices,
    blockers: [],
    baseVersion: 'first',
    outcome,
  })

describe('opened', () => {
  it('shows nothing of its own where nothing was kept', () => {
    expect(empty).toEqual({
      words: undefined,
      choices: noChoices,
      blockers: [],
      baseVersion: null,
      saved: undefined,
      restored: false,
      conflict: undefined,
      unavailable: false,
    })
  })

  it('goes on from what the browser has kept, and knows that it was', () => {
    expect(saved).toEqual({
      words: words('設計'),
      choices: noChoices,
      blockers: [],
      baseVersion: 'first',
      saved: draft('設計'),
      restored: true,
      conflict: undefined,
      unavailable: false,
    })
  })

  it('leaves nothing of before', () => {
    const before = edit(edit(saved, '実装', { kind: 'unavailable' }), '実装', { kind: 'conflict', draft: draft('別') })
    expect(draftReducer(before, { type: 'opened', draft: undefined })).toEqual(empty)
    expect(draftReducer(before, { type: 'opened', draft: draft('設計') })).toEqual(saved)
  })
})

describe('edited', () => {
  it('shows the words, with what was kept of them', () => {
    const state = edit(saved, '実装', { kind: 'saved', draft: draft('実装', 2) })
    expect(state).toEqual({ ...saved, words: words('実装'), saved: draft('実装', 2) })
  })

  it('keeps the version that the words began from', () => {
    const event = {
      type: 'edited',
      words: words('実装'),
      choices: noChoices,
      blockers: [],
      baseVersion: 'second',
      outcome: { kind: 'unneeded' },
    } as const
    expect(draftReducer(empty, event)).toMatchObject({ words: words('実装'), baseVersion: 'second', restored: false })
  })

  it('has nothing kept of words that need no draft', () => {
    expect(edit(saved, '', { kind: 'unneeded' })).toEqual({ ...saved, words: noWords, saved: undefined })
  })

  it('says that nothing is kept, until something is again', () => {
    const unavailable = edit(saved, '実装', { kind: 'unavailable' })
    expect(unavailable).toEqual({ ...saved, words: words('実装'), saved: undefined, unavailable: true })
    expect(edit(unavailable, '', { kind: 'unneeded' }).unavailable).toBe(true)
    expect(edit(unavailable, '実装', { kind: 'saved', draft: draft('実装', 2) }).unavailable).toBe(false)
  })

  it('shows a conflict, and what was kept last, until words are kept over it', () => {
    const conflict = edit(saved, '実装', { kind: 'conflict', draft: draft('別', 2) })
    expect(conflict).toEqual({ ...saved, words: words('実装'), conflict: draft('別', 2) })
    const kept = edit(conflict, '実装', { kind: 'saved', draft: draft('実装', 3) })
    expect(kept).toEqual({ ...saved, words: words('実装'), saved: draft('実装', 3) })
  })
})

describe('changed elsewhere', () => {
  const elsewhere = (before: DraftState, other: Draft | undefined) =>
    draftReducer(before, { type: 'changedElsewhere', draft: other })

  it('shows the words of the other tab while nobody has written here', () => {
    expect(elsewhere(empty, draft('別', 2))).toEqual({ ...opened(draft('別', 2)), restored: false })
  })

  it('shows them too where all that was written here had been kept', () => {
    expect(elsewhere(saved, draft('別', 2))).toEqual({ ...opened(draft('別', 2)), restored: true })
  })

  it('leaves the words here, as nothing that is kept, where the other tab has sent or discarded them', () => {
    expect(elsewhere(saved, undefined)).toEqual({ ...saved, saved: undefined })
  })

  it.each([
    ['not kept', edit(saved, '実装', { kind: 'unavailable' })],
    ['kept before they were changed', { ...saved, words: words('実装') }],
    ['in conflict', edit(saved, '設計', { kind: 'conflict', draft: draft('別', 2) })],
  ])('leaves words alone that are %s', (_, before) => {
    expect(elsewhere(before, draft('別々', 3))).toEqual({ ...before, conflict: draft('別々', 3) })
  })
})

it('takes the words of the other tab once the member has chosen them', () => {
  const conflict = edit(empty, '実装', { kind: 'conflict', draft: draft('別', 2) })
  const taken = draftReducer(conflict, { type: 'theirsTaken' })
  expect(taken).toEqual({ ...opened(draft('別', 2)), restored: false })
  expect(draftReducer(taken, { type: 'theirsTaken' })).toBe(taken)
})

it('goes back to all as it was', () => {
  expect(draftReducer(empty, { type: 'undone', before: saved })).toBe(saved)
})
