// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { type Draft, draftKey, onDraftElsewhere, readDraft, removeDraft, writeDraft } from './drafts.ts'

const key = draftKey('0199B0A0-0000-7000-8000-000000000001', '2026-10-23')
const draft = (today_plan: string, savedAt: number): Draft => ({
  words: { yesterday_work: '', today_plan, issues: '' },
  base: null,
  savedAt,
})

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('keeps a draft per member and date, whatever the case of the id', () => {
  expect(key).toBe('asakai_draft:0199b0a0-0000-7000-8000-000000000001:2026-10-23')
  writeDraft(key, draft('設計', 1), undefined)
  expect(readDraft(key)).toEqual(draft('設計', 1))
  expect(readDraft(draftKey('0199b0a0-0000-7000-8000-000000000001', '2026-10-22'))).toBeUndefined()
  removeDraft(key)
  expect(readDraft(key)).toBeUndefined()
})

it.each(['', 'null', '{}', '[1]', '{"words":{"today_plan":1},"savedAt":1}', '{"words":null,"savedAt":1}', '設計'])(
  'takes what is no draft for none: %s',
  (stored) => {
    localStorage.setItem(key, stored)
    expect(readDraft(key)).toBeUndefined()
  },
)

it('opens what an older version kept, which knew fewer fields', () => {
  localStorage.setItem(key, '{"words":{"today_plan":"設計"},"base":null,"savedAt":1}')
  expect(readDraft(key)).toEqual(draft('設計', 1))
})

it("does not overwrite another tab's words", () => {
  const mine = draft('私', 1)
  writeDraft(key, mine, undefined)
  const theirs = draft('別のタブ', 2)
  writeDraft(key, theirs, mine)
  expect(writeDraft(key, draft('私も', 3), mine)).toEqual({ conflict: theirs })
  expect(readDraft(key)).toEqual(theirs)
  expect(writeDraft(key, draft('私も', 3), theirs)).toEqual({ kept: draft('私も', 3) })
})

it('says that a full or refused storage keeps nothing, and goes on', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  expect(writeDraft(key, draft('設計', 1), undefined)).toBe('unavailable')
})

it('hears of the other tab', () => {
  const heard: unknown[] = []
  const stop = onDraftElsewhere(key, (other) => heard.push(other))
  const tell = (event: StorageEventInit) => window.dispatchEvent(new StorageEvent('storage', event))
  tell({ key: 'something', newValue: 'else' })
  tell({ key, newValue: JSON.stringify(draft('別', 5)) })
  tell({ key, newValue: null })
  stop()
  tell({ key, newValue: null })
  expect(heard).toEqual([draft('別', 5), undefined])
})
