export type Story = {
  team: string
  /** The first member is signed in. The last two have not reported yet. */
  members: { family_name: string; first_name: string; email: string; preferred_name?: string }[]
  /** The texts of each member's report, in the order of the members: yesterday, today, blockers. */
  reports: (readonly [string, string, string])[]
  /** The texts of the insights, in the order of `noted`. */
  insights: string[]
  /** The titles of the backlog's items, in the order of `items`. */
  backlog: string[]
  frequentTasks: string
}

/** The author of each insight, its age in days, and its type. */
export const noted = [
  [0, 1, 'keep'],
  [2, 2, 'problem'],
  [1, 3, 'try'],
  [4, 4, 'keep'],
  [3, 6, 'problem'],
  [0, 7, 'try'],
] as const

export const items = [
  ['github', 'issue', '#471', 'high'],
  ['github', 'issue', '#488', 'medium'],
  ['github', 'pull_request', '#490', 'medium'],
  ['backlog', 'issue', 'HIN-212', 'low'],
  ['backlog', 'issue', 'HIN-219', 'medium'],
  ['jira', 'issue', 'QA-88', 'medium'],
] as const

const person = (family_name: string, first_name: string, email: string) => ({
  family_name,
  first_name,
  email: `${email}@hinode.example`,
})
const givenFirst = (first_name: string, family_name: string) => ({
  ...person(family_name, first_name, `${first_name}.${family_name}`.toLowerCase()),
  preferred_name: `${first_name} ${family_name}`,
})

const ja: Story = {
  team: '予約プロダクト',
  members: [
    person('佐伯', '美咲', 'misaki.saeki'),
    person('早川', '蓮', 'ren.hayakawa'),
    person('藤井', 'ゆかり', 'yukari.fujii'),
    person('中原', '紗季', 'saki.nakahara'),
    givenFirst('Emilia', 'Tamm'),
    person('三浦', '航太', 'kota.miura'),
    person('小野寺', '徹', 'toru.onodera'),
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
    '朝いちばんに困りごとを書くようにしたら、午前中に**3件**が解決しました。',
    '受け入れテストの項目が画面ごとにばらばらです。\n\n- 予約画面: 表計算\n- 決済画面: 課題管理',
    '負荷試験の手順を[手順書](https://example.com/runbook)にまとめます。',
    'Pairing on the date picker for an hour saved us a day.',
    'テスト用カードの番号を毎回探しています。',
    '月曜の朝会の前に、先週の Try を見直します。',
  ],
  backlog: [
    '月をまたぐ週の表示',
    '空き枠検索のキャッシュ',
    'スクリーンリーダーで曜日が二度読まれる',
    '予約変更メールの誤字',
    '鎌倉店の営業時間を反映',
    '回帰テスト一覧の棚卸し',
  ],
  frequentTasks: 'PRレビュー\n問い合わせ対応\n定例の準備\n依存ライブラリの更新',
}

const en: Story = {
  team: 'Booking',
  members: [
    givenFirst('Hannah', 'Reid'),
    givenFirst('Oliver', 'Grant'),
    givenFirst('Priya', 'Nair'),
    givenFirst('Ciara', 'Byrne'),
    givenFirst('Emilia', 'Tamm'),
    givenFirst('Daniel', 'Moore'),
    givenFirst('Tom', 'Akers'),
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
    'Blockers first thing in the morning: **three** were solved before lunch.',
    'Every page has its own kind of acceptance test.\n\n- Booking: a spreadsheet\n- Payment: issues',
    'Write the load test down in a [runbook](https://example.com/runbook).',
    'Pairing on the date picker for an hour saved us a day.',
    'We look for the numbers of the test cards every single time.',
    'On Mondays, go through last week’s tries before the stand-up.',
  ],
  backlog: [
    'Weeks that belong to two months',
    'Cache the search for free slots',
    'Screen readers say the weekday twice',
    'Typo in the email about a changed booking',
    'New opening hours of the Bath branch',
    'Tidy up the regression tests',
  ],
  frequentTasks: 'Code review\nSupport requests\nPrepare the weekly meeting\nUpdate dependencies',
}

export const stories = { ja, en }
