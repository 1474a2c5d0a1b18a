import type { ImportedReports, ReplacedReport, ReportImport } from '../import.ts'

/** A report of 早川 蓮 that an import replaces. */
export const replacedReport = (
  parts: Pick<ReplacedReport, 'line' | 'before' | 'after'> & Partial<ReplacedReport>,
): ReplacedReport => ({
  user_id: '01998d5c-0000-7000-8000-000000000002',
  user_name: '早川 蓮',
  report_date: '2026-10-21',
  ...parts,
})

/** The preview of a file with five rows. */
export const importPreview = (part: Partial<ImportedReports>): ImportedReports => ({
  id: null,
  columns: { date: '日付', email: 'メール', yesterday: '昨日やったこと', today: '今日', blockers: '困りごと' },
  column_numbers: { date: 1, email: 2, yesterday: 3, today: 4, blockers: 5 },
  headings: [
    '日付',
    'メール',
    '昨日やったこと',
    '今日',
    '困りごと',
    '気分',
    'What did you learn from a long question?',
  ],
  samples: [
    ['2026-10-19', 'misaki.saeki@hinode.example', '空き枠検索のN+1を解消', 'レビュー', '', 'よい', ''],
    ['2026-10-20', 'ren@hinode.example', '調査\nと相談', 'キャッシュ方針をADRにまとめる', '検証環境のDBが遅い', '', ''],
    ['2026-10-21', 'ren@hinode.example', '', '休み', '', '', ''],
  ],
  unreadable_characters: 0,
  date_order: null,
  date_order_needed: false,
  author_needed: false,
  authors: [
    {
      name: 'misaki.saeki@hinode.example',
      user_id: '01998d5c-0000-7000-8000-000000000001',
      user_name: '佐伯 美咲',
      reports: 1,
    },
    { name: 'ren@hinode.example', user_id: '01998d5c-0000-7000-8000-000000000002', user_name: '早川 蓮', reports: 2 },
    { name: '白川 悠', user_id: null, user_name: null, reports: 1 },
  ],
  rows: [
    { line: 2, outcome: 'new', message: null },
    { line: 3, outcome: 'new', message: null },
    { line: 4, outcome: 'changed', message: null },
    { line: 5, outcome: 'refused', message: '「白川 悠」という名前のメンバーはいません。' },
    { line: 6, outcome: 'kept', message: null },
  ],
  new: 2,
  changed: 1,
  refused: 1,
  kept: 1,
  replaced: [
    replacedReport({
      line: 4,
      before: { yesterday_work: 'キックオフ', today_plan: '設計', issues: '' },
      after: { yesterday_work: '', today_plan: '休み', issues: '' },
    }),
  ],
  ...part,
})

/** An import that ended an hour ago. */
export const reportImport = (part: Partial<ReportImport>): ReportImport => ({
  id: '01998d5c-0000-7000-8009-000000000001',
  user_id: '01998d5c-0000-7000-8000-000000000001',
  user_name: '佐伯 美咲',
  state: 'done',
  created_at: '2026-10-23T08:00:00+09:00',
  undo_until: '2026-10-24T08:00:00+09:00',
  total: 3,
  filed: 3,
  new: 2,
  changed: 1,
  refused: 0,
  written_meanwhile: 0,
  removed: 0,
  restored: 0,
  left: 0,
  ...part,
})
