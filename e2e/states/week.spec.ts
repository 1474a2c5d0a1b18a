import type { Blocker } from '#contract/blockers.ts'
import type { Insight } from '#contract/insights.ts'
import { blocker as blockerOf } from '#contract/testing/blockers.ts'
import type { Week } from '#contract/week.ts'
import { colleague, failing, me, testStates } from '../states.ts'

const ren = colleague(2, '早川', '蓮')
const id = (number: number) => `01998d5c-0000-7000-8005-${String(number).padStart(12, '0')}`
const long = 'https://hinode.example/minutes/2026-10-22-reservations-and-cancellations の議事録にまとめました。'.repeat(
  3,
)
const blocker = (number: number, parts: Partial<Blocker>): Blocker =>
  blockerOf({
    id: id(number),
    text: '検証環境のデータベースが応答していません。',
    opened_by: ren.id,
    report_id: id(100 + number),
    ...parts,
  })
const insight = (number: number, parts: Partial<Insight>): Insight => ({
  id: id(number),
  user_id: me.id,
  user_name: '佐伯 美咲',
  type: 'keep',
  note: '境界値を先に書き出すと、レビューが速い。',
  likes: 0,
  liked: false,
  comments: 0,
  created_at: '2026-10-21T10:00:00+09:00',
  edited: false,
  try: null,
  ...parts,
})
const empty: Week = {
  from: '2026-10-19',
  until: '2026-10-23',
  closed: true,
  reports: 0,
  days: [],
  blockers: [],
  insights: [],
}
const filled: Week = {
  ...empty,
  reports: 4,
  days: [
    { date: '2026-10-19', work: '・#482の調査と方針\n・決済画面のレビュー', off: false },
    { date: '2026-10-20', work: long, off: false },
    { date: '2026-10-21', work: '', off: true },
    { date: '2026-10-23', work: '・空き枠表示のレビュー対応(#482)\n・キャンセル待ちの画面設計', off: false },
  ],
  blockers: [
    blocker(1, {}),
    blocker(2, { state: 'acknowledged', owner_id: me.id, owner_name: '佐伯 美咲', text: long }),
    blocker(3, { state: 'resolved', resolution: 'solved', resolved_on: '2026-10-22', resolved_by_name: '藤井 ゆかり' }),
    blocker(4, { state: 'unmentioned', resolution: 'unnamed', resolved_on: '2026-10-22' }),
  ],
  insights: [
    insight(4, {}),
    insight(5, {
      type: 'try',
      try: { owner_id: ren.id, owner_name: '早川 蓮', outcome: null, returns_on: '2026-10-23' },
      note: `負荷試験を水曜日の朝に**固定**する。\n\n- ${long}`,
      user_id: ren.id,
      user_name: '早川 蓮',
    }),
  ],
}

testStates('the week', '/week', {
  loading: {
    answers: { 'GET /week': 'never' },
    shows: (page) => page.getByRole('heading', { name: '10月19日 – 23日' }),
  },
  failed: { answers: { 'GET /week': failing }, shows: (page) => page.getByText('週のまとめを読み込めませんでした') },
  empty: { answers: { 'GET /week': { json: empty } }, shows: (page) => page.getByText('この週の日報はありません') },
  filled: { answers: { 'GET /week': { json: filled } }, shows: (page) => page.getByText('決済画面のレビュー') },
})
