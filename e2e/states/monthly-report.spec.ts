import { failing, loadingBelow, me, testStates } from '../states.ts'

const call = 'GET /monthly-reports/achievement/my'
const entries = [
  { report_date: '2026-10-01', yesterday_work: '社内勉強会で日付処理の話をした', issues: '' },
  {
    report_date: '2026-10-22',
    yesterday_work: '・週表示のデータ取得をフックに分離\n・祝日の表示漏れを修正(#467)',
    issues: '月をまたぐ週の仕様が未確定。',
  },
  {
    report_date: '2026-10-23',
    yesterday_work: '予約カレンダーの週表示を実装(PR #482)\nレビュー\nテスト\n公開',
    issues: '',
  },
]

testStates('monthly report', '/?page=monthly-report', {
  loading: { answers: { [call]: 'never' }, shows: (page) => loadingBelow(page, '2026年10月の月報') },
  error: { answers: { [call]: failing }, shows: (page) => page.getByText('月報を読み込めませんでした') },
  empty: { answers: { [call]: { json: [] } }, shows: (page) => page.getByText('2026年10月の日報はまだありません') },
  'with days off': {
    answers: {
      [call]: { json: entries },
      'GET /holidays': { json: { holidays: [{ date: '2026-10-12', name: 'スポーツの日' }] } },
      'GET /absences': {
        json: { absences: [{ id: 'away', user_id: me.id, from: '2026-10-14', until: '2026-10-16', half: null }] },
      },
    },
    shows: (page) => page.getByTitle('10月12日 月曜日: 祝日(スポーツの日)'),
  },
  filled: {
    answers: { [call]: { json: entries } },
    shows: (page) => page.getByText('週表示のデータ取得をフックに分離'),
  },
})
