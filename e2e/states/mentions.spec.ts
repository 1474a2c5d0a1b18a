import type { Mention } from '#contract/comments.ts'
import { colleague, failing, me, testStates } from '../states.ts'

const ren = colleague(2, '早川', '蓮')
const id = (number: number) => `01998d5c-0000-7000-8004-${String(number).padStart(12, '0')}`
const mention = (number: number, parts: Partial<Mention>): Mention => ({
  id: id(number),
  why: 'mention',
  read: false,
  comment_id: id(number + 100),
  subject: 'report',
  subject_id: id(number + 200),
  date: '2026-10-22',
  user_id: ren.id,
  user_name: '早川 蓮',
  body: '@佐伯 美咲 15時の仕様確認会、キャンセル待ちも議題に入れます。',
  created_at: '2026-10-23T09:14:00+09:00',
  ...parts,
})
const long = 'https://hinode.example/minutes/2026-10-22-reservations-and-cancellations の議事録にまとめました。'.repeat(
  4,
)
const mentions = [
  mention(1, {}),
  mention(2, { why: 'own', body: long }),
  mention(3, { why: 'own', subject: 'insight', read: true, user_id: me.id, user_name: 'Emilia Tamm' }),
  mention(4, { why: 'reply', read: true, created_at: '2025-12-08T09:14:00+09:00' }),
]
const whole = [...mentions, ...Array.from({ length: 17 }, (_, index) => mention(10 + index, { read: true }))]

testStates('for me', '/mentions', {
  loading: { answers: { 'GET /mentions': 'never' }, shows: (page) => page.getByRole('heading', { name: '自分あて' }) },
  failed: {
    answers: { 'GET /mentions': failing },
    shows: (page) => page.getByText('自分あてのコメントを読み込めませんでした'),
  },
  empty: { shows: (page) => page.getByText('自分あてのコメントはまだありません') },
  filled: {
    answers: { 'GET /mentions': { json: { mentions: whole, unread: 2 } } },
    shows: (page) => page.getByText('キャンセル待ちも議題').first(),
  },
})
