import type { ReportText } from '#server/providers/report-text.ts'

/** A report with an address, a list and an empty section. */
export const words: ReportText = {
  author: '佐伯 美咲',
  title: '10月23日（金）の日報',
  sections: [
    { heading: '昨日', text: 'レビュー https://example.com/a_b?c=1&d=2 を終えた' },
    { heading: '今日', text: '- 設計\n- 実装' },
    { heading: '困りごと', text: ' ' },
  ],
  link: 'https://asakai.example/?date=2026-10-23',
  linkText: '日報を開く',
}
