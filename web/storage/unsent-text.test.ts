import { expect, test } from 'vitest'
import { forgetMember, hasUnsentText } from './unsent-text.ts'

const me = '0199F2A0-0000-7000-8000-000000000001'
const own = me.toLowerCase()

test.each([
  `asakai_draft:${own}:2026-10-23`,
  `asakai_insight_draft:${own}`,
  `asakai_insight_draft:${own}:an-insight`,
  `asakai_comment_draft:${own}:a-report`,
  `asakai_tasks:${own}`,
  `asakai_a_kind_to_come:${own}`,
])('unsent text is found under the storage key %s, and deleted on request', (key) => {
  localStorage.setItem(key, 'words')
  expect(hasUnsentText(me)).toBe(true)
  forgetMember(me)
  expect(localStorage.length).toBe(0)
})

test.each(['asakai_claimed', 'asakai_newcomers', 'asakai_password_link', 'asakai_sole_administrator'])(
  'the stored value of a closed note does not count as unsent text: %s',
  (kind) => {
    localStorage.setItem(`${kind}:${own}`, 'closed')
    expect(hasUnsentText(me)).toBe(false)
    forgetMember(me)
    expect(localStorage.length).toBe(0)
  },
)

test.each([
  ['answers', true],
  ['reads', false],
])('an outbox with entries of the kind %s has unsent text: %s', (kind, isText) => {
  localStorage.setItem(`asakai_outbox:${own}:1`, JSON.stringify({ id: '1', kind, lane: kind, work: {} }))
  expect(hasUnsentText(me)).toBe(isText)
  forgetMember(me)
  expect(localStorage.length).toBe(0)
})

test('a stored value without text, or of another member, is no unsent text', () => {
  const others = [`asakai_draft:0199f2a0-0000-7000-8000-000000000002:2026-10-23`, 'asakai_theme']
  const marks = ['first_steps_later', 'recent_commands', 'recent_searches', 'week_offer']
  for (const key of [...others, ...marks.map((kind) => `asakai_${kind}:${own}`)]) localStorage.setItem(key, 'x')
  expect(hasUnsentText(me)).toBe(false)
  forgetMember(me)
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
})
