import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { commentDrafts } from '../../features/comments/drafts.ts'
import { readOutbox } from '../../storage/outbox.ts'
import { useOrphanedComments } from './use-orphaned-comments.ts'

beforeEach(() => localStorage.clear())

const date = '2026-10-23'
const about = { subject: 'report', id: 'report', on: date } as const
const content = { id: 'comment', body: '書きかけ', picked: [{ id: 'ren', name: '早川 蓮' }], about }
const keyOf = (thing: string) => commentDrafts.key('misaki', thing)

function open(ids: readonly string[], isFresh = true, subject: 'report' | 'insight' = 'report') {
  const { rerender } = renderHook(
    ({ ids }) => useOrphanedComments('misaki', subject, { since: date, until: date, ids, isFresh }),
    { initialProps: { ids } },
  )
  return (next: readonly string[]) => rerender({ ids: next })
}

describe.each([
  { what: 'a half-written comment', key: keyOf('report'), baseVersion: null },
  { what: 'a change of a comment', key: keyOf('comment'), baseVersion: '見ました' },
])('$what', ({ key, baseVersion }) => {
  beforeEach(() => void commentDrafts.write(key, { ...content, baseVersion, savedAt: 1 }, undefined))

  it('a started comment becomes a draft again when its report is restored (E2.01)', () => {
    const show = open(['report', 'other'])
    show(['other'])
    expect(commentDrafts.read(key)).toBeUndefined()
    expect(readOutbox('misaki')).toMatchObject([{ refused: { isGone: true } }])
    show(['other', 'report'])
    expect(commentDrafts.read(key)).toMatchObject({ ...content, baseVersion })
    expect(readOutbox('misaki')).toEqual([])
  })

  it('a newer draft of a comment is not replaced when a report is restored', () => {
    const show = open(['report'])
    show([])
    commentDrafts.write(key, { ...content, body: '新しい', baseVersion, savedAt: 2 }, undefined)
    show(['report'])
    expect(commentDrafts.read(key)?.body).toBe('新しい')
    expect(readOutbox('misaki')).toHaveLength(1)
  })

  it('a comment draft moves to the outbox if its report was deleted while the page was closed', () => {
    open(['other'])
    expect(commentDrafts.read(key)).toBeUndefined()
    expect(readOutbox('misaki')).toMatchObject([{ work: { draft: { body: '書きかけ' } }, refused: { isGone: true } }])
  })

  it.each([
    ['an older list lacks its report', [] as const, false, 'report'],
    ['the insights lack its report', [] as const, true, 'insight'],
  ] as const)('a started comment stays a draft while only %s', (_, ids, isFresh, subject) => {
    open(ids, isFresh, subject)
    expect(commentDrafts.read(key)).toBeDefined()
    expect(readOutbox('misaki')).toEqual([])
  })
})

it('the drafts of comments on reports of other days stay drafts', () => {
  const other = { ...content, about: { ...about, on: '2026-10-22' } }
  commentDrafts.write(keyOf('report'), { ...other, baseVersion: null, savedAt: 1 }, undefined)
  open([])
  expect(commentDrafts.read(keyOf('report'))).toBeDefined()
})
