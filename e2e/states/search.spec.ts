import type { SearchResult } from '#contract/search.ts'
import { colleague, failing, me, testStates } from '../states.ts'

const people = [me, colleague(2, '早川', '蓮'), colleague(3, 'Tamm', 'Emilia')]
const id = (number: number) => `01998d5c-0000-7000-8003-${String(number).padStart(12, '0')}`
const result = (number: number, parts: Partial<SearchResult>): SearchResult => {
  const person = people[number % people.length]!
  return {
    kind: 'report',
    id: id(number),
    date: '2026-10-22',
    user_id: person.id,
    user_name: `${person.family_name} ${person.first_name}`,
    part: 'today_plan',
    snippet: [
      { text: '空き枠', hit: true },
      { text: '表示のレビュー対応(#482)', hit: false },
    ],
    ...parts,
  }
}
const long = [
  { text: '…', hit: false },
  { text: '空き枠', hit: true },
  { text: 'の見せ方を、利用者テストの前に紙で試す。開発が始まる前に間違いがわかる。'.repeat(4), hit: false },
]
const results = [
  result(0, {}),
  result(1, { part: 'issues', date: '2026-10-20' }),
  result(2, { kind: 'insight', part: 'try', snippet: long, date: '2026-10-19' }),
  result(3, { part: 'yesterday_work', date: '2025-12-08' }),
]
const filled = { 'GET /search': { json: { results, next: '2025-12-08_01998d5c-0000-7000-8003-000000000003' } } }

testStates('search', '/search?q=空き枠', {
  loading: { answers: { 'GET /search': 'never' }, shows: (page) => page.getByRole('searchbox') },
  failed: { answers: { 'GET /search': failing }, shows: (page) => page.getByText('検索できませんでした') },
  empty: {
    answers: { 'GET /search': { json: { results: [], next: null } } },
    shows: (page) => page.getByText('「空き枠」は見つかりません'),
  },
  filled: { answers: filled, shows: (page) => page.getByText('#482').first() },
  'choosing a member': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'メンバー' }).click(),
    shows: (page) => page.getByRole('combobox'),
  },
  'choosing days': {
    answers: filled,
    open: async (page) => {
      await page.getByRole('button', { name: '期間' }).click()
      await page.getByRole('menuitem', { name: '期間を選ぶ' }).click()
    },
    shows: (page) => page.getByLabel('開始日'),
  },
})
