import { expect, test } from 'vitest'
import type { ImportedReport } from '#contract/import.ts'
import { limits } from '#contract/limits.ts'
import { type Member, team } from '#server/testing/team.ts'

const now = new Date('2026-11-20T03:00:00Z')

/** Creates an administrator and a colleague. `send` imports a table in the name of one of them. */
async function twoMembers() {
  const asakai = await team({ now })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  const send = async (table: string | Buffer, query = '', who: Member = misaki) => {
    const response = await asakai.app.inject({
      method: 'POST',
      url: `/api/import?${query}`,
      headers: {
        authorization: `Bearer ${who.tokens.access_token}`,
        'content-type': 'text/csv',
        'accept-language': 'en',
      },
      payload: table,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const outcomes = async (...call: Parameters<typeof send>) =>
    (await send(...call)).body.rows.map(({ line, outcome, message }: ImportedReport) =>
      [line, outcome, message].filter((part) => part !== null).join(' '),
    )
  const reportsOf = async (day: string) =>
    (await misaki.get(`/daily-reports?report_date=${day}`)).body.reports.map(
      (report: Record<string, string>) =>
        `${report['yesterday_work']}|${report['today_plan']}|${report['issues']}|${report['created_at']}`,
    )
  return { ...asakai, misaki, ren, send, outcomes, reportsOf }
}

test('an import files the rows that its preview showed, and a second import changes nothing (N10.03)', async () => {
  const { misaki, ren, send, outcomes, reportsOf } = await twoMembers()
  const table = [
    'date,email,yesterday,today,blockers',
    `2026-11-18,${misaki.user.email},設計,実装,`,
    `2026-11-18,${ren.user.email.toUpperCase()},"調査\nと相談",テスト,DBが遅い`,
  ].join('\r\n')
  const preview = await send(table, 'preview=true')
  expect(preview).toEqual({
    status: 200,
    body: {
      id: null,
      columns: { date: 'date', email: 'email', yesterday: 'yesterday', today: 'today', blockers: 'blockers' },
      column_numbers: { date: 1, email: 2, yesterday: 3, today: 4, blockers: 5 },
      headings: ['date', 'email', 'yesterday', 'today', 'blockers'],
      samples: [
        ['2026-11-18', misaki.user.email, '設計', '実装', ''],
        ['2026-11-18', ren.user.email.toUpperCase(), '調査\nと相談', 'テスト', 'DBが遅い'],
      ],
      unreadable_characters: 0,
      date_order: null,
      date_order_needed: false,
      author_needed: false,
      authors: [misaki, ren].map(({ user }, index) => ({
        name: index === 0 ? user.email : user.email.toUpperCase(),
        user_id: user.id,
        user_name: expect.stringContaining(index === 0 ? '佐伯' : '早川'),
        reports: 1,
      })),
      replaced: [],
      rows: [
        { line: 2, outcome: 'new', message: null },
        { line: 3, outcome: 'new', message: null },
      ],
      new: 2,
      changed: 0,
      refused: 0,
      kept: 0,
    },
  })
  expect(await reportsOf('2026-11-18')).toEqual([])
  await send(table)
  expect(await reportsOf('2026-11-18')).toEqual([
    '設計|実装||2026-11-18T12:00:00+09:00',
    '調査\nと相談|テスト|DBが遅い|2026-11-18T12:00:00+09:00',
  ])
  expect(await outcomes(table)).toEqual(['2 unchanged', '3 unchanged'])
  expect(await outcomes(table.replace('設計', '設計と検討'), 'existing=replace')).toEqual(['2 changed', '3 unchanged'])
  expect((await reportsOf('2026-11-18'))[0]).toBe('設計と検討|実装||2026-11-18T12:00:00+09:00')
})

test('imported reports can be searched, open blockers and notify no one', async () => {
  const { misaki, send } = await twoMembers()
  await send('date,yesterday,today,blockers\n2026-11-19,設計,実装,検証環境のDBが落ちています\n')
  expect((await misaki.get('/search?q=検証環境')).body.results).toHaveLength(1)
  expect((await misaki.get('/blockers')).body.blockers).toMatchObject([{ text: '検証環境のDBが落ちています' }])
  expect((await misaki.get('/notifications/deliveries')).body).toEqual([])
})

test('an import refuses an invalid row with the reason, and imports the other rows', async () => {
  const { misaki, outcomes, reportsOf } = await twoMembers()
  const rows = [
    `2026-11-18,${misaki.user.email},a,b,`,
    `2026-11-18,${misaki.user.email},again,b,`,
    '2026-11-18,nobody@example.com,a,b,',
    `2026-02-30,${misaki.user.email},a,b,`,
    `KW 47,${misaki.user.email},a,b,`,
    `2026-11-23,${misaki.user.email},a,b,`,
    `2026-11-17,${misaki.user.email}, ,,`,
    `2026-11-17,${misaki.user.email},${'a'.repeat(limits.reportText + 1)},b,`,
    '',
    `2026-11-16,${misaki.user.email},short`,
    `1999-12-31,${misaki.user.email},a,b,`,
    `1999-12-31 10:00:00Z,${misaki.user.email},a,b,`,
  ]
  expect(await outcomes(['date,email,yesterday,today,blockers', ...rows].join('\n'))).toEqual([
    '2 new',
    '3 refused This person’s report for this day is further up in the table.',
    '4 refused No member has the email address “nobody@example.com”.',
    '5 refused “2026-02-30” isn’t a date.',
    '6 refused “KW 47” isn’t a date.',
    '7 refused “2026-11-23” is in the future.',
    '8 refused This row has no text.',
    '9 refused This is too long',
    '11 new',
    '12 refused Enter a date from 2000 to 2100',
    '13 refused Enter a date from 2000 to 2100',
  ])
  expect(await reportsOf('2026-11-18')).toEqual(['a|b||2026-11-18T12:00:00+09:00'])
})

test('members can import their own reports, and administrators also reports of others', async () => {
  const { misaki, ren, outcomes } = await twoMembers()
  const table = `date,email,today\n2026-11-18,${misaki.user.email},a\n2026-11-18,${ren.user.email},b`
  expect(await outcomes(table, '', ren)).toEqual(['2 refused Only an administrator of your team can do this.', '3 new'])
})

test.each([
  [
    'a Geekbot export',
    'Date;Email;What did you do since yesterday?;What will you do today?;Anything blocking your progress?',
  ],
  ['a Standuply export', 'Created at\tUser email\tWhat did you work on yesterday?\tPlans for today\tObstacles'],
  ['a Japanese table', '日付,メールアドレス,昨日やったこと,今日やること,困っていること'],
  ['a German table', 'Datum;E-Mail-Adresse;Was hast du gestern gemacht?;Was machst du heute?;Hindernisse'],
])('an import recognises the columns of %s', async (_, head) => {
  const { ren, outcomes, reportsOf } = await twoMembers()
  const sign = /[;\t,]/u.exec(head)![0]
  const row = ['2026/11/18 09:12', ren.user.email, 'a', 'b', 'c'].join(sign)
  expect(await outcomes(`${head}\n${row}\n`)).toEqual(['2 new'])
  expect(await reportsOf('2026-11-18')).toEqual(['a|b|c|2026-11-18T12:00:00+09:00'])
})

test.each([
  'How do you feel today?',
  'How are you feeling today?',
  'Rate your day today',
  'On a scale of 1 to 10, how productive were you yesterday?',
  '今日の気分は?',
  'Wie fühlst du dich heute?',
  'Wie geht es dir heute?',
  'Comment vous sentez-vous aujourd’hui ?',
  'Come ti senti oggi?',
  '今天心情如何？',
  '今天感覺如何？',
  'Kuidas sa end täna tunned?',
])('an import does not read the answer to “%s” as the plan', async (question) => {
  const { ren, outcomes, reportsOf } = await twoMembers()
  const head = `Date;Email;${question};What did you do since yesterday?;What will you do today?;Anything blocking you?`
  expect(await outcomes(`${head}\n2026-11-18;${ren.user.email};good;a;b;c\n`)).toEqual(['2 new'])
  expect(await reportsOf('2026-11-18')).toEqual(['a|b|c|2026-11-18T12:00:00+09:00'])
})

test('an import reads the columns that the caller names', async () => {
  const { send } = await twoMembers()
  const table = 'When,Q1,Q2\n18.11.2026,a,b\n'
  expect((await send(table)).body.code).toBe('csv_unreadable')
  const { body } = await send(table, 'date=when&yesterday=Q1&today=Q2&preview=true')
  expect(body).toMatchObject({ new: 1, columns: { date: 'When', yesterday: 'Q1', today: 'Q2', blockers: null } })
})

test.each([
  ['UTF-8 with a byte order mark', '\uFEFF', 'utf-8'],
  ['UTF-16', '\uFEFF', 'utf-16le'],
])('an import reads a file in %s', async (_, mark, encoding) => {
  const { send, reportsOf } = await twoMembers()
  await send(Buffer.from(`${mark}日付,今日やること\n2026年11月18日,実装\n`, encoding as BufferEncoding))
  expect(await reportsOf('2026-11-18')).toEqual(['|実装||2026-11-18T12:00:00+09:00'])
})

test('an import reads a file in Shift_JIS', async () => {
  const { send, reportsOf } = await twoMembers()
  const [date, day, today] = ['93fa9574', '323032362d31312d3138', '8e9e95f1']
  await send(Buffer.from(`${date}2c746f6461790a${day}2c${today}0a`, 'hex'))
  expect(await reportsOf('2026-11-18')).toEqual(['|時報||2026-11-18T12:00:00+09:00'])
})

test('an export can be imported into another team unchanged', async () => {
  const { app, misaki, send } = await twoMembers()
  const words = { yesterday_work: '- 設計\n- "案"', today_plan: '=実装', issues: "'引用" }
  await misaki.post('/daily-reports', { report_date: '2026-11-18', ...words })
  await misaki.post('/insights', { type: 'keep', note: '朝会' })
  const headers = { authorization: `Bearer ${misaki.tokens.access_token}` }
  const { rawPayload } = await app.inject({ url: '/api/export?format=csv', headers })
  const { body } = await send(rawPayload)
  expect(body.rows.map(({ outcome }: ImportedReport) => outcome)).toEqual(['unchanged', 'skipped'])
})

test.each([
  ['an empty file', ''],
  ['a file with an unclosed quote', 'date,today\n2026-11-18,"a'],
  ['a table without a date column', 'name,today\na,b'],
])('an import rejects %s', async (_, table) => {
  const { send } = await twoMembers()
  expect((await send(table)).body.code).toBe('csv_unreadable')
})

test('an import rejects a file with too many rows before it imports any', async () => {
  const { send, reportsOf } = await twoMembers()
  const rows = Array.from({ length: limits.importRows + 1 }, () => '2026-11-18,a')
  expect(await send(['date,today', ...rows].join('\n'))).toMatchObject({ status: 413, body: { code: 'too_large' } })
  expect(await reportsOf('2026-11-18')).toEqual([])
})

const size = 4 * 1_024 * 1_024 // bytes
test.each([
  ['millions of empty lines', `date,today\n${'\n'.repeat(size)}`],
  ['a first line of four megabytes', 'date,today,'.repeat(size / 11)],
  ['millions of columns', `date,today\n${','.repeat(size)}`],
  ['a cell of four megabytes', `date,today\n2026-11-18,"${'a'.repeat(size)}"`],
  ['millions of quotes', `date,today\n2026-11-18,${'""'.repeat(size / 2)}`],
  ['an unclosed cell of millions of lines', `date,today\n2026-11-18,"${'\n'.repeat(size)}`],
])('an import rejects a table with %s before it splits the table (E6.01)', async (_, table) => {
  const { send } = await twoMembers()
  expect(await send(table, 'preview=true')).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

test.each([
  ['carriage returns', '\r'],
  ['line feeds', '\n'],
  ['both', '\r\n'],
])('an import reads a long table whose lines end with %s', async (_, end) => {
  const { outcomes } = await twoMembers()
  const rows = Array.from({ length: 1_500 }, () => '2026-11-18,a')
  expect(await outcomes(['date,today', ...rows].join(end))).toHaveLength(1_500)
})

test('an import rejects a JSON body', async () => {
  const { misaki } = await twoMembers()
  expect(await misaki.post('/import', {})).toMatchObject({ status: 400 })
})

test('an import converts a time to the day in the time zone of the row’s author (E4.02)', async () => {
  const { misaki, ren, outcomes, reportsOf } = await twoMembers()
  await misaki.patch(`/users/${ren.user.id}/schedule`, { time_zone: 'America/Los_Angeles' })
  const [own, others] = [misaki.user.email, ren.user.email]
  const rows = [
    `2026-11-05T23:30:00Z,${own},own,`,
    `2026-11-05T23:30:00Z,${others},others,`,
    `2026-11-09T00:10:00Z,${own},Monday,`,
    `2026-11-09T23:40:00Z,${own},Tuesday,`,
    `2026-11-11T17:10:00-08:00,${own},Thursday,`,
    `2026-11-12T16:10:00+01:00,${own},Friday,`,
    `2026-11-12T09:10:00+09:00,${own},again,`,
  ]
  expect(await outcomes(['created at,email,yesterday,today', ...rows].join('\n'))).toEqual([
    ...[2, 3, 4, 5, 6, 7].map((line) => `${line} new`),
    '8 refused This person’s report for this day is further up in the table.',
  ])
  const firstWords = async (day: string) => (await reportsOf(day)).map((report: string) => report.split('|')[0])
  for (const [day, words] of [
    ['2026-11-05', ['others']],
    ['2026-11-06', ['own']],
    ['2026-11-09', ['Monday']],
    ['2026-11-10', ['Tuesday']],
    ['2026-11-12', ['Thursday']],
    ['2026-11-13', ['Friday']],
  ] as const)
    expect({ day, words: await firstWords(day) }).toEqual({ day, words })
})

test('an import refuses a row without an email if the file has an email column', async () => {
  const { misaki, outcomes, reportsOf } = await twoMembers()
  await misaki.post('/daily-reports', { report_date: '2026-09-15', yesterday_work: 'own', today_plan: '', issues: '' })
  expect(await outcomes('date,email,yesterday,today\n2026-09-15,,stranger,x\n2026-09-15, ,stranger,x')).toEqual([
    '2 refused This row has no email address.',
    '3 refused This row has no email address.',
  ])
  expect(await reportsOf('2026-09-15')).toMatchObject([expect.stringMatching(/^own\|/u)])
})

test('an import refuses dates like 03/04/2026 until the caller chooses the order of day and month', async () => {
  const { send, outcomes, reportsOf } = await twoMembers()
  const table = 'date,today\n03/04/2026,a\n2026-11-03,b'
  const { body } = await send(table, 'preview=true')
  expect(body).toMatchObject({ date_order: null, date_order_needed: true, new: 1, refused: 1 })
  expect(body.rows[0].message).toBe(
    'It isn’t clear which number in “03/04/2026” is the day. Choose the order of day and month.',
  )
  expect(await outcomes(table, 'date_order=month_first')).toEqual(['2 new', '3 new'])
  expect(await reportsOf('2026-03-04')).toHaveLength(1)
})

test.each(['', '&preview=true'])(
  'an import finds no reports in a file with only headings (query “%s”)',
  async (query) => {
    const { send } = await twoMembers()
    for (const file of ['date,today\n', 'date,email,today\n', 'kind,date,email\ninsight,2026-11-05,a@example.com\n'])
      expect(await send(file, query)).toMatchObject({ status: 200, body: { id: null, new: 0, changed: 0, refused: 0 } })
  },
)

test('the preview of a file without a date column shows the headings and no rows', async () => {
  const { send } = await twoMembers()
  const { status, body } = await send('When,Q1\n2026-11-05,a', 'preview=true')
  expect({ status, headings: body.headings, rows: body.rows }).toEqual({
    status: 200,
    headings: ['When', 'Q1'],
    rows: [],
  })
  expect(body.samples).toEqual([['2026-11-05', 'a']])
})

test('an import rejects a file in an unknown encoding', async () => {
  const { send, reportsOf } = await twoMembers()
  const { status, body } = await send(Buffer.from('646174652c746f6461790a323032362d31312d30352c8dff81ff', 'hex'))
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 400,
    code: 'encoding_unknown',
    message: 'The encoding of this file isn’t known. Save it as UTF-8 and try again.',
  })
  expect(await reportsOf('2026-11-05')).toEqual([])
})

test('an import files each row for the member whom the author column names (E4.01)', async () => {
  const { misaki, ren, send, outcomes } = await twoMembers()
  const nameOf = async (who: Member) => {
    const { first_name: first, family_name: family } = (await who.get('/users/me')).body
    return `${first} ${family}`
  }
  const table = [
    'Wer,Timestamp,What did you do?,Plan,Impediments,Mood',
    `${await nameOf(misaki)},2026-11-18,設計,実装,,よい`,
    `${(await nameOf(ren)).toUpperCase()},2026-11-18,調査,相談,,`,
    'Grace Hopper,2026-11-18,COBOL,Moth,,',
  ].join('\n')
  const { body } = await send(table, 'preview=true')
  expect(body.columns).toMatchObject({ email: 'Wer', date: 'Timestamp', today: 'Plan', blockers: 'Impediments' })
  expect(await outcomes(table)).toEqual(['2 new', '3 new', '4 refused No member is called “Grace Hopper”.'])
})
