import { expect, test } from 'vitest'
import { recipientsOf } from './policy.ts'

const [ren, misaki, kai, yuto] = ['ren', 'misaki', 'kai', 'yuto']

test.each([
  ["its report's author", { author: misaki, others: [], named: [] }, { misaki: 'own' }],
  [
    'members who have commented before',
    { author: ren, others: [misaki, kai], named: [] },
    { misaki: 'reply', kai: 'reply' },
  ],
  ['members whom it names', { author: ren, others: [], named: [kai, misaki] }, { kai: 'mention', misaki: 'mention' }],
  [
    'each recipient for their own reason',
    { author: misaki, others: [yuto], named: [kai] },
    { kai: 'mention', misaki: 'own', yuto: 'reply' },
  ],
  ['an author who is named, as named', { author: misaki, others: [], named: [misaki] }, { misaki: 'mention' }],
  ['an author who has commented, as author', { author: misaki, others: [misaki], named: [] }, { misaki: 'own' }],
  ['a commenter who is named, as named', { author: ren, others: [misaki], named: [misaki] }, { misaki: 'mention' }],
  ['nobody if only its writer is concerned', { author: ren, others: [ren], named: [ren] }, {}],
])('a comment by Ren notifies %s', (_what, concerned, people) => {
  expect(recipientsOf(ren, concerned)).toEqual(Object.entries(people).map(([user_id, why]) => ({ user_id, why })))
})

test('a member who is named twice or has commented twice is notified of a comment once', () => {
  expect(recipientsOf(ren, { author: ren, others: [kai, kai], named: [misaki, misaki] })).toEqual([
    { user_id: misaki, why: 'mention' },
    { user_id: kai, why: 'reply' },
  ])
})
