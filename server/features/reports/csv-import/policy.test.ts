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
  ])('an import recognises the column %s by headings like “%s”', (column, ...headings) => {
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
  ])('an import recognises the column %s by a word in headings like “%s”', (column, ...headings) => {
    for (const heading of headings)
      expect({ heading, ...columnsOf([heading], {}) }).toEqual({ heading, ...none, [column]: 0 })
  })
})

test.each([
  ['ignores unknown headings', ['Nickname', '', 'update', 'Done by'], {}],
  [
    'finds the columns in any order',
    ['today', 'x', 'email', 'date', 'blockers', 'yesterday'],
    {
      date: 3,
      email: 2,
      yesterday: 5,
      today: 0,
      blockers: 4,
    },
  ],
  ['reads the first of two columns for the plan', ['today', 'plan'], { today: 0 }],
  ['reads no author from two author columns', ['mail', 'email'], {}],
  [
    'prefers an exact heading to a heading that contains a known word',
    ['Changed since yesterday', 'Reads today', 'yesterday_work', 'today_plan'],
    {
      yesterday: 2,
      today: 3,
    },
  ],
  [
    'reads a heading with “yesterday” and “today” as yesterday’s work',
    ['Since yesterday, until today', 'And today?'],
    {
      yesterday: 0,
      today: 1,
    },
  ],
  [
    'reads a question about today’s blockers as blockers, not as the plan',
    ['Is anything blocking you today?', 'Plans for today'],
    {
      blockers: 0,
      today: 1,
    },
  ],
  ['reads only the first of two headings about blockers', ['Today’s blockers', 'Other blockers'], { blockers: 0 }],
])('an import %s', (_what, first, columns) => expect(columnsOf(first, {})).toEqual({ ...none, ...columns }))

test.each([
  [
    'matches a heading whatever its letter case and punctuation',
    ['When?', 'Q1'],
    { date: 'when', yesterday: ' q1 ' },
    { date: 0, yesterday: 1 },
  ],
  ['takes precedence over known headings', ['When', 'Date'], { date: 'When' }, { date: 0 }],
  ['is not read as another column, too', ['Date', 'Day'], { today: 'Date' }, { date: 1, today: 0 }],
  ['is ignored if the table does not have the column', ['Nickname', 'Date'], { date: 'When' }, { date: 1 }],
  ['is ignored if the chosen name is empty', ['', 'Date'], { date: '' }, { date: 1 }],
])('a column that the caller chooses %s', (_what, first, named, columns) =>
  expect(columnsOf(first, named)).toEqual({ ...none, ...columns }),
)

test.each([
  ['Ｅ－Ｍａｉｌ', 'e mail'],
  ['[Day] -- 1?', 'day 1'],
  ['Kuupa\u0308ev', 'kuupäev'],
])('an import treats the heading %j like %j', (heading, name) => expect(folded(heading)).toBe(name))
