import { expect, test } from 'vitest'
import { recipientsOf } from './policy.ts'

const [ren, misaki, kai, yuto] = ['ren', 'misaki', 'kai', 'yuto']

test.each([
  ["its report's author", { author: misaki, others: [], named: [] }, { misaki: 'own' }],
  ['who has commented before', { author: ren, others: [misaki, kai], named: [] }, { misaki: 'reply', kai: 'reply' }],
  ['whom it names', { author: ren, others: [], named: [kai, misaki] }, { kai: 'mention', misaki: 'mention' }],
  [
    'each for a reason of their own',
    { author: misaki, others: [yuto], named: [kai] },
    { kai: 'mention', misaki: 'own', yuto: 'reply' },
  ],
  ['an author who is named, as named', { author: misaki, others: [], named: [misaki] }, { misaki: 'mention' }],
  ['an author who has commented, as author', { author: misaki, others: [misaki], named: [] }, { misaki: 'own' }],
  [
    'who has commented and is named, as named',
    { author: ren, others: [misaki], named: [misaki] },
    { misaki: 'mention' },
  ],
  ['never who has written it', { author: ren, others: [ren], named: [ren] }, {}],
])('a comment by Ren is for %s', (_what, concerned, people) => {
  expect(recipientsOf(ren, concerned)).toEqual(Object.entries(people).map(([user_id, why]) => ({ user_id, why })))
})

test('lists a member once who is named twice or has commented twice', () => {
  expect(recipientsOf(ren, { author: ren, others: [kai, kai], named: [misaki, misaki] })).toEqual([
    { user_id: misaki, why: 'mention' },
    { user_id: kai, why: 'reply' },
  ])
})
