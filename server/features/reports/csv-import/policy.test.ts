import { describe, expect, test } from 'vitest'
import type { ImportColumn } from '#contract/import.ts'
import { columnsOf, folded } from './policy.ts'

const none = { date: -1, email: -1, yesterday: -1, today: -1, blockers: -1 }

describe('known headings', () => {
  test.each<[ImportColumn, ...string[]]>([
    ['date', 'Date', 'report_date', 'Day', 'Timestamp', '日付', '報告日', '提出日', '日期', 'Datum', 'Kuupäev', 'Data'],
    ['date', 'Submitted', 'Submitted at', 'Created at'],
    ['email', 'email', 'Mail', 'E-Mail', 'User email', 'Member email', 'Email address', 'メールアドレス', 'メール'],
    ['email', 'E-Mail-Adresse', 'Adresse e-mail', 'E-post', 'Indirizzo email', '邮箱', '电子邮件', '電子郵件'],
    [
      'email',
      'Wer',
      'Who',
      'User',
      'Name',
      'Author',
      'Mitglied',
      'Nom',
      'Utilisateur',
      'Auteur',
      '名前',
      '氏名',
      'メンバー',
    ],
    ['yesterday', 'Yesterday', 'Done', 'Completed', 'Hier', 'Ieri', 'Eile', '昨天'],
    ['today', 'Today', 'Plan', 'Next', 'Aujourd’hui', 'Oggi', 'Täna', '今天'],
    ['blockers', 'Blockers', 'Issues', 'Problems', 'Hindernisse', 'Blocages', 'Takistused', '阻碍', '障礙'],
  ])('recognises %s by a whole heading: %s …', (column, ...headings) => {
    for (const heading of headings) expect({ heading, ...columnsOf([heading], {}) }).toMatchObject({ [column]: 0 })
  })

  test.each<[ImportColumn, ...string[]]>([
    ['yesterday', 'What did you do yesterday?', 'What have you done previously?', 'Since your last report'],
    ['yesterday', '昨日やったこと', 'Was hast du gestern gemacht?'],
    ['today', 'What will you do today?', '今日やること', '本日の予定', 'Was machst du heute?'],
    [
      'blockers',
      'Anything blocking your progress?',
      'Obstacles',
      'Impedimenti',
      'What is in your way?',
      '困っていること',
    ],
  ])('recognises %s by a word in a heading: %s …', (column, ...headings) => {
    for (const heading of headings)
      expect({ heading, ...columnsOf([heading], {}) }).toEqual({ heading, ...none, [column]: 0 })
  })
})

test.each([
  ['nothing else is taken', ['Nickname', '', 'update', 'Done by'], {}],
  [
    'each stands where it stands',
    ['today', 'x', 'email', 'date', 'blockers', 'yesterday'],
    {
      date: 3,
      email: 2,
      yesterday: 5,
      today: 0,
      blockers: 4,
    },
  ],
  ['the first of two texts is taken', ['today', 'plan'], { today: 0 }],
  ['none of two authors is taken', ['mail', 'email'], {}],
  [
    'a name goes before a word',
    ['Changed since yesterday', 'Reads today', 'yesterday_work', 'today_plan'],
    {
      yesterday: 2,
      today: 3,
    },
  ],
  [
    'what lies behind is told before what is ahead',
    ['Since yesterday, until today', 'And today?'],
    {
      yesterday: 0,
      today: 1,
    },
  ],
  [
    'what is in the way today is no plan',
    ['Is anything blocking you today?', 'Plans for today'],
    {
      blockers: 0,
      today: 1,
    },
  ],
  ['what is something else already is passed over', ['Today’s blockers', 'Other blockers'], { blockers: 0 }],
])('finds the columns of a table: %s', (_what, first, columns) =>
  expect(columnsOf(first, {})).toEqual({ ...none, ...columns }),
)

test.each([
  ['its case and signs do not matter', ['When?', 'Q1'], { date: 'when', yesterday: ' q1 ' }, { date: 0, yesterday: 1 }],
  ['it goes before headings that are known', ['When', 'Date'], { date: 'When' }, { date: 0 }],
  ['it is nothing else then', ['Date', 'Day'], { today: 'Date' }, { date: 1, today: 0 }],
  ['where it is not there, the headings tell', ['Nickname', 'Date'], { date: 'When' }, { date: 1 }],
  ['an empty name is none', ['', 'Date'], { date: '' }, { date: 1 }],
])('the caller chooses a column: %s', (_what, first, named, columns) =>
  expect(columnsOf(first, named)).toEqual({ ...none, ...columns }),
)

test.each([
  ['Ｅ－Ｍａｉｌ', 'e mail'],
  ['[Day] -- 1?', 'day 1'],
  ['Kuupa\u0308ev', 'kuupäev'],
])('folds the heading %j to %j', (heading, name) => expect(folded(heading)).toBe(name))
