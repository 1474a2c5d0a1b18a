/** What stands on the pictures, of one language: the members, and what they wrote. */
export type Story = {
  team: string
  /** The first is whoever looks at the pictures, the last two have not reported yet. */
  members: { family_name: string; first_name: string; email: string; preferred_name?: string }[]
  /** In the order of the members: yesterday, today, what is in the way. */
  reports: (readonly [string, string, string])[]
  /** Who wrote it, how many days ago, what. */
  insights: (readonly [number, number, 'keep' | 'problem' | 'try', string])[]
  backlog: (readonly [
    'github' | 'backlog' | 'jira',
    'issue' | 'pull_request',
    string,
    string,
    string,
    'high' | 'medium' | 'low',
  ])[]
  frequentTasks: string
}

const ja: Story = {
  team: '予約プロダクト',
  members: [
    { family_name: '佐伯', first_name: '美咲', email: 'misaki.saeki@hinode.example' },
    { family_name: '早川', first_name: '蓮', email: 'ren.hayakawa@hinode.example' },
    { family_name: '藤井', first_name: 'ゆかり', email: 'yukari.fujii@hinode.example' },
    { family_name: '中原', first_name: '紗季', email: 'saki.nakahara@hinode.example' },
    { family_name: 'Tamm', first_name: 'Emilia', email: 'emilia.tamm@hinode.example', preferred_name: 'Emilia Tamm' },
    { family_name: '三浦', first_name: '航太', email: 'kota.miura@hinode.example' },
    { family_name: '小野寺', first_name: '徹', email: 'toru.onodera@hinode.example' },
  ],
  reports: [
    [
      '予約画面の空き枠表示を実装\n日付をまたぐ予約のテストを追加',
      '空き枠表示のレビュー対応(#482)\nキャンセル待ちの画面設計\n15時から仕様確認会',
      '',
    ],
    [
      '決済エラー時の再試行を修正\n監視のしきい値を見直し',
      '再試行の負荷試験\n#479のリリース準備',
      '検証環境のデータベースが今朝から応答していません。復旧まで負荷試験を進められません。',
    ],
    ['利用者インタビュー2件\n記録をまとめて共有', 'インタビューから課題を3つに整理\n検索条件の画面案', ''],
    [
      '通知メールの文面を確認\n英語版の表記ゆれを修正',
      '受け入れテストの項目を作成\n#475の確認',
      '#475の確認に必要なテスト用カードの番号待ちです。',
    ],
    ['Moved the calendar to the new date picker\nFixed #468', 'Keyboard support for the date picker\nReview #482', ''],
  ],
  insights: [
    [0, 1, 'keep', '朝いちばんに困りごとを書くようにしたら、午前中に**3件**が解決しました。'],
    [2, 2, 'problem', '受け入れテストの項目が画面ごとにばらばらです。\n\n- 予約画面: 表計算\n- 決済画面: 課題管理'],
    [1, 3, 'try', '負荷試験の手順を[手順書](https://example.com/runbook)にまとめます。'],
    [4, 4, 'keep', 'Pairing on the date picker for an hour saved us a day.'],
    [3, 6, 'problem', 'テスト用カードの番号を毎回探しています。'],
    [0, 7, 'try', '月曜の朝会の前に、先週の Try を見直します。'],
  ],
  backlog: [
    ['github', 'issue', '471', '#471', '月をまたぐ週の表示', 'high'],
    ['github', 'issue', '488', '#488', '空き枠検索のキャッシュ', 'medium'],
    ['github', 'pull_request', '490', '#490', 'スクリーンリーダーで曜日が二度読まれる', 'medium'],
    ['backlog', 'issue', '212', 'HIN-212', '予約変更メールの誤字', 'low'],
    ['backlog', 'issue', '219', 'HIN-219', '鎌倉店の営業時間を反映', 'medium'],
    ['jira', 'issue', '88', 'QA-88', '回帰テスト一覧の棚卸し', 'medium'],
  ],
  frequentTasks: 'PRレビュー\n問い合わせ対応\n定例の準備\n依存ライブラリの更新',
}

const en: Story = {
  team: 'Booking',
  members: [
    { family_name: 'Reid', first_name: 'Hannah', email: 'hannah.reid@hinode.example', preferred_name: 'Hannah Reid' },
    {
      family_name: 'Grant',
      first_name: 'Oliver',
      email: 'oliver.grant@hinode.example',
      preferred_name: 'Oliver Grant',
    },
    { family_name: 'Nair', first_name: 'Priya', email: 'priya.nair@hinode.example', preferred_name: 'Priya Nair' },
    { family_name: 'Byrne', first_name: 'Ciara', email: 'ciara.byrne@hinode.example', preferred_name: 'Ciara Byrne' },
    { family_name: 'Tamm', first_name: 'Emilia', email: 'emilia.tamm@hinode.example', preferred_name: 'Emilia Tamm' },
    {
      family_name: 'Moore',
      first_name: 'Daniel',
      email: 'daniel.moore@hinode.example',
      preferred_name: 'Daniel Moore',
    },
    { family_name: 'Akers', first_name: 'Tom', email: 'tom.akers@hinode.example', preferred_name: 'Tom Akers' },
  ],
  reports: [
    [
      'Free slots on the booking page\nTests for bookings that run past midnight',
      'Answer the review of the free slots (#482)\nDesign of the waiting list\nSpecification meeting at three',
      '',
    ],
    [
      'Retry after a failed payment\nNew thresholds for the alerts',
      'Load test of the retries\nPrepare the release of #479',
      'The staging database hasn’t answered since this morning. The load test has to wait for it.',
    ],
    [
      'Two interviews with users\nNotes written up and shared',
      'Three findings from the interviews\nDraft of the search filters',
      '',
    ],
    [
      'Wording of the confirmation emails\nSpelling in the help texts',
      'List of acceptance tests\nCheck #475',
      'For #475 I am waiting for the number of a test card.',
    ],
    ['Moved the calendar to the new date picker\nFixed #468', 'Keyboard support for the date picker\nReview #482', ''],
  ],
  insights: [
    [0, 1, 'keep', 'Blockers first thing in the morning: **three** were solved before lunch.'],
    [2, 2, 'problem', 'Every page has its own kind of acceptance test.\n\n- Booking: a spreadsheet\n- Payment: issues'],
    [1, 3, 'try', 'Write the load test down in a [runbook](https://example.com/runbook).'],
    [4, 4, 'keep', 'Pairing on the date picker for an hour saved us a day.'],
    [3, 6, 'problem', 'We look for the numbers of the test cards every single time.'],
    [0, 7, 'try', 'On Mondays, go through last week’s tries before the stand-up.'],
  ],
  backlog: [
    ['github', 'issue', '471', '#471', 'Weeks that belong to two months', 'high'],
    ['github', 'issue', '488', '#488', 'Cache the search for free slots', 'medium'],
    ['github', 'pull_request', '490', '#490', 'Screen readers say the weekday twice', 'medium'],
    ['backlog', 'issue', '212', 'HIN-212', 'Typo in the email about a changed booking', 'low'],
    ['backlog', 'issue', '219', 'HIN-219', 'New opening hours of the Bath branch', 'medium'],
    ['jira', 'issue', '88', 'QA-88', 'Tidy up the regression tests', 'medium'],
  ],
  frequentTasks: 'Code review\nSupport requests\nPrepare the weekly meeting\nUpdate dependencies',
}

export const stories = { ja, en }
