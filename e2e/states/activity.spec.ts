import type { ActivityEntry } from '#contract/activity.ts'
import type { Insight } from '#contract/insights.ts'
import { colleague, failing, loadingBelow, me, testStates, today } from '../states.ts'

const people = [me, colleague(2, '早川', '蓮'), colleague(3, 'Tamm', 'Emilia')]
const named = (index: number) => {
  const { id, family_name, first_name } = people[index % people.length]!
  return { user_id: id, user_name: `${family_name} ${first_name}` }
}
const id = (number: number) => `01998d5c-0000-7000-8002-${String(number).padStart(12, '0')}`
const notes = [
  '**小さなPR**に分けたら、レビュー待ちの中央値が6時間から**2時間**に。',
  'ステージングの負荷試験と手動テストが同じ時間に重なる。\n\n- 今週は3回\n- 原因は `db.pool=20` の共有',
  'https://example.com/a-very-long-address-without-any-break/that/goes/on-and-on/and-on/and-on',
  '> 引用\n\n```\nconst long = "a line of code that is longer than a small screen is wide, by far"\n```',
]
const tries: Insight['try'][] = [
  { owner_id: null, owner_name: null, outcome: null, returns_on: today },
  { owner_id: me.id, owner_name: '佐伯 美咲', outcome: null, returns_on: '2026-11-06' },
]
const insight = (type: Insight['type'], index: number): Insight => ({
  id: id(index),
  ...named(index),
  type,
  note: notes[index]!,
  likes: index * 3,
  liked: index % 2 === 1,
  comments: index,
  created_at: `${today}T0${index}:00:00+09:00`,
  edited: index === 3,
  try: type === 'try' ? tries[index - 2]! : null,
})
const insights = [insight('keep', 0), insight('problem', 1), insight('try', 2), insight('try', 3)]
const entries: ActivityEntry[] = [
  {
    kind: 'report',
    id: id(11),
    ...named(2),
    at: `${today}T09:15:00+09:00`,
    text: '審査待ちの間にオフライン表示を試作',
    report_date: today,
    is_imported: false,
  },
  {
    kind: 'insight',
    id: id(12),
    ...named(0),
    at: `${today}T09:12:00+09:00`,
    text: notes[0]!,
    type: 'try',
    edited: false,
  },
  {
    kind: 'report',
    id: id(13),
    ...named(0),
    at: `${today}T09:02:00+09:00`,
    text: notes[2]!,
    report_date: today,
    is_imported: false,
  },
  {
    kind: 'insight',
    id: id(14),
    ...named(1),
    at: '2026-10-22T09:12:00+09:00',
    text: notes[1]!,
    type: 'problem',
    edited: false,
  },
  { kind: 'member', id: people[2]!.id, ...named(2), at: '2025-10-22T09:12:00+09:00' },
]
const filled = {
  'GET /activity': { json: { entries, next: null } },
  'GET /insights': { json: { insights } },
}

testStates('activity', '/?page=activity', {
  loading: {
    answers: { 'GET /activity': 'never', 'GET /insights': 'never' },
    shows: (page) => loadingBelow(page, 'アクティビティ'),
  },
  'neither activity nor insights loaded': {
    answers: { 'GET /activity': failing, 'GET /insights': failing },
    shows: (page) => page.getByRole('button', { name: 'もう一度読み込む' }),
  },
  empty: {
    answers: { ...filled, 'GET /insights': { json: { insights: [] } } },
    shows: (page) => page.getByText('この2週間のふりかえりはまだありません'),
  },
  filled: { answers: filled, shows: (page) => page.getByText('db.pool=20').first() },
  'comments on an insight': {
    answers: {
      ...filled,
      [`GET /insights/${id(1)}/comments`]: {
        json: {
          comments: [
            {
              id: id(21),
              ...named(1),
              body: '時間をずらしましょう。',
              created_at: `${today}T09:14:00+09:00`,
              edited: false,
              mentions: [],
            },
          ],
        },
      },
    },
    open: (page) => page.getByRole('button', { name: 'コメント1件' }).click(),
    shows: (page) => page.getByText('時間をずらしましょう。'),
  },
  writing: {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'ふりかえりを書く' }).click(),
    shows: (page) => page.getByText('続けたいこと'),
  },
  'menu of my own insight': {
    answers: filled,
    open: (page) => page.getByRole('table').getByRole('button', { name: '自分のふりかえりの操作' }).first().click(),
    shows: (page) => page.getByRole('menuitem', { name: '編集' }),
  },
  editing: {
    answers: filled,
    open: async (page) => {
      await page.getByRole('table').getByRole('button', { name: '自分のふりかえりの操作' }).first().click()
      await page.getByRole('menuitem', { name: '編集' }).click()
    },
    shows: (page) => page.getByRole('heading', { name: 'ふりかえりを編集' }),
  },
})
