import type { SearchResult } from '../search.ts'

/** A plan of 早川 蓮 from the day before. */
export const searchResult = (parts: Partial<SearchResult> = {}): SearchResult => ({
  kind: 'report',
  id: '019a0000-0000-7000-8003-000000000001',
  date: '2026-10-22',
  user_id: 'ren',
  user_name: '早川 蓮',
  part: 'today_plan',
  snippet: [
    { text: '予約画面の', hit: false },
    { text: '設計', hit: true },
  ],
  ...parts,
})
