import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ImportedReports, ReportImport } from '#contract/import.ts'
import { replacedReport, reportImport } from '#contract/testing/imports.ts'
import { me, openApp, problem, tokenFor } from '../../testing/app.tsx'

const outcome = (part: Partial<ImportedReports>): ImportedReports => ({
  id: null,
  columns: { date: '日付', email: null, yesterday: '昨日', today: '今日', blockers: '困りごと' },
  column_numbers: { date: 1, email: null, yesterday: 2, today: 3, blockers: 4 },
  headings: ['日付', '昨日', '今日', '困りごと', '気分', '気分', ''],
  samples: [['2026-11-18', '設計', '実装', '', 'よい']],
  unreadable_characters: 0,
  date_order: null,
  date_order_needed: false,
  author_needed: false,
  authors: [],
  rows: [],
  new: 0,
  changed: 0,
  refused: 0,
  kept: 0,
  replaced: [],
  ...part,
})
const rows: ImportedReports['rows'] = [
  { line: 2, outcome: 'new', message: null },
  { line: 3, outcome: 'refused', message: '日付を正しく入力してください' },
]
const withoutYesterday = {
  columns: { date: '日付', email: null, yesterday: null, today: '今日', blockers: '困りごと' },
  column_numbers: { date: 1, email: null, yesterday: null, today: 3, blockers: 4 },
}
const imported = reportImport({})

/** Opens the team's settings as a member. */
async function open(answers: Parameters<typeof openApp>[1]) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/team?tab=settings', {
    'GET /users/me': { status: 200, body: me },
    'GET /users/': { status: 200, body: [me] },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    ...answers,
  })
  await screen.findByRole('heading', { name: '日報の取り込み' })
  const pick = () =>
    app.user.upload(
      screen.getByLabelText('CSVファイルを選ぶ', { selector: 'input' }),
      new File(['日付,今日\n2026-11-18,実装\n'], '日報.csv', { type: 'application/vnd.ms-excel' }),
    )
  return { ...app, pick }
}
const button = (name: string) => screen.findByRole('button', { name })
const columnOf = (name: string) => screen.findByLabelText<HTMLSelectElement>(name)
/** Answers each `POST /import` with the next result. */
function answers(...outcomes: ImportedReports[]) {
  let asked = 0
  return () => ({ status: 200, body: outcomes[Math.min(asked++, outcomes.length - 1)] })
}

test("an import previews the file's first rows, and a press imports the file (N10.03, E4.01)", async () => {
  const { user, sent, pick } = await open({ 'POST /import': answers(outcome({ rows, new: 1, refused: 1 })) })
  await pick()
  expect(await screen.findByText('新規1件、置き換え0件、取り込めない行1件')).toBeTruthy()
  expect(screen.getByText('3行目: 日付を正しく入力してください')).toBeTruthy()
  expect((await columnOf('今日やること')).value).toBe('#3')
  expect(within(screen.getByRole('list', { name: '「今日やること」の最初の行' })).getByText('実装')).toBeTruthy()
  expect(screen.getByText('使わない列: 気分 (5列目)、気分 (6列目)、7列目')).toBeTruthy()

  await user.click(await button('1件を取り込む'))
  expect(await screen.findByText('1件の日報を取り込みました')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1件を取り込む' })).toBeNull()
  expect(sent.filter(({ call }) => call === 'POST /import')).toHaveLength(2)
})

test('no import is possible while a text column is neither matched nor left out', async () => {
  const { user, sent, pick } = await open({
    'POST /import': answers(outcome({ rows, new: 1, ...withoutYesterday })),
  })
  await pick()
  expect(await screen.findByText('昨日やったことの列を選ぶか、「取り込まない」を選んでください。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1件を取り込む' })).toBeNull()
  await user.selectOptions(await columnOf('昨日やったこと'), '取り込まない')
  await user.click(await button('1件を取り込む'))
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('yesterday')).toBe('#0')
})

test('choosing a column previews the import again', async () => {
  const { user, sent, pick } = await open({
    'POST /import': answers(outcome({ rows, new: 1, ...withoutYesterday }), outcome({ rows, new: 1 })),
  })
  await pick()
  await user.selectOptions(await columnOf('昨日やったこと'), '昨日')
  expect(await button('1件を取り込む')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('yesterday')).toBe('#2')
})

test('an import asks for the date column, and for the order of day and month', async () => {
  const noDate = outcome({
    columns: { ...outcome({}).columns, date: null },
    column_numbers: { ...outcome({}).column_numbers, date: null },
  })
  const { user, sent, pick } = await open({
    'POST /import': answers(noDate, outcome({ rows, refused: 1, date_order_needed: true }), outcome({ rows, new: 1 })),
  })
  await pick()
  expect(await screen.findByText('日付の列を選んでください。')).toBeTruthy()
  await user.selectOptions(await columnOf('日付'), '日付')
  expect(await screen.findByText('日と月の順番を選んでください。')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '4月3日(日が先)' }))
  expect(await button('1件を取り込む')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('date_order')).toBe('day_first')
})

test('an import asks whose reports the file has, and names the authors first (E4.12)', async () => {
  const authors: ImportedReports['authors'] = [
    { name: 'misaki@example.com', user_id: 'misaki', user_name: '佐伯 美咲', reports: 1 },
    { name: 'Grace Hopper', user_id: null, user_name: null, reports: 3 },
  ]
  const { user, sent, pick } = await open({
    'POST /import': answers(
      outcome({ rows, refused: 2, author_needed: true }),
      outcome({
        rows,
        new: 1,
        refused: 1,
        authors,
        column_numbers: { ...outcome({}).column_numbers, email: 5 },
      }),
    ),
  })
  await pick()
  expect(await screen.findByText('誰の日報かを選んでください。')).toBeTruthy()
  expect((await columnOf('誰の日報ですか')).value).toBe('')
  expect(screen.queryByText('新規0件、置き換え0件、取り込めない行2件')).toBeNull()
  expect(screen.queryByRole('button', { name: /取り込む$/u })).toBeNull()

  await user.selectOptions(await columnOf('誰の日報ですか'), '気分 (5列目)')
  expect(await button('1件を取り込む')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('email')).toBe('#5')
  const section = screen.getByRole('heading', { name: '書いた人' }).closest('section')!
  expect(
    within(section)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent),
  ).toEqual([
    'Grace Hopper3件。名前かメールアドレスが一致するメンバーを1人に決められません。該当するメンバーを選ぶか、取り込みから除いてください。',
    '佐伯 美咲misaki@example.com1件',
  ])

  await user.selectOptions(await columnOf('誰の日報ですか'), 'なし(すべて自分の日報)')
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('email')).toBe('#0')
})

test('an import lists the reports that it replaces, before and after it runs', async () => {
  const { pick } = await open({
    'POST /import': answers(
      outcome({
        rows: [{ line: 2, outcome: 'changed', message: null }],
        changed: 2,
        replaced: [
          replacedReport({
            line: 2,
            report_date: '2026-11-18',
            before: { yesterday_work: '', today_plan: '前の予定', issues: '同じ' },
            after: { yesterday_work: '新しい実績', today_plan: '後の予定', issues: '同じ' },
          }),
        ],
      }),
    ),
  })
  await pick()
  const section = (await screen.findByRole('heading', { name: '置き換わる日報' })).closest('section')!
  for (const text of ['2026/11/18', '空欄', '新しい実績', '前の予定', '後の予定', 'ほか1件'])
    expect(within(section).getByText(text)).toBeTruthy()
  expect(within(section).queryByText('同じ')).toBeNull()
})

test('an import keeps existing reports unless the box is ticked (E4.15)', async () => {
  const keeping = outcome({ rows: [{ line: 2, outcome: 'kept', message: null }], kept: 1 })
  const replacing = outcome({ rows: [{ line: 2, outcome: 'changed', message: null }], changed: 1 })
  const { user, sent, pick } = await open({ 'POST /import': answers(keeping, replacing) })
  await pick()
  expect(await screen.findByText('新規0件、置き換え0件、取り込めない行0件、日報があるため残す1件')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /件を取り込む$/u })).toBeNull()
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'すでにある日報を置き換える' })
  expect(box.checked).toBe(false)
  await user.click(box)
  await user.click(await button('1件を取り込む'))
  const calls = sent.filter(({ call }) => call === 'POST /import')
  expect(calls.map(({ query }) => [query.get('existing'), query.get('preview')])).toEqual([
    [null, 'true'],
    ['replace', 'true'],
    ['replace', 'false'],
  ])
})

test('an import asks for the member of an unknown name, or leaves the reports out (E4.16)', async () => {
  const unknown = { name: 'Grace Hopper', user_id: null, user_name: null, reports: 3 }
  const named = { ...unknown, user_id: me.id, user_name: '佐伯 美咲' }
  const { user, sent, pick } = await open({
    'POST /import': answers(
      outcome({ rows, authors: [unknown] }),
      outcome({ rows, authors: [named] }),
      outcome({ rows, authors: [unknown] }),
    ),
  })
  const lastChoice = () => sent.findLast(({ call }) => call === 'POST /import')?.query.get('authors')
  const choice = () => columnOf('「Grace Hopper」にあたるメンバー')
  await pick()
  await user.selectOptions(await choice(), me.id)
  await expect.poll(async () => (await choice()).value).toBe(me.id)
  expect(lastChoice()).toBe(JSON.stringify({ 'Grace Hopper': me.id }))

  await user.selectOptions(await choice(), '取り込まない')
  await expect.poll(lastChoice).toBe('{"Grace Hopper":null}')
  await expect.poll(() => screen.queryByText(/この人はメンバーにいません/u)).toBeNull()
  await user.selectOptions(await choice(), 'メンバーを選ぶ')
  await expect.poll(lastChoice).toBe('{}')
})

test('the result of an import names, as in the file, the people whose reports are missing', async () => {
  const authors = [
    { name: 'misaki@example.com', user_id: me.id, user_name: '佐伯 美咲', reports: 1 },
    { name: 'Grace Hopper', user_id: null, user_name: null, reports: 3 },
  ]
  const { user, pick } = await open({ 'POST /import': answers(outcome({ rows, new: 1, refused: 3, authors })) })
  await pick()
  await user.click(await button('1件を取り込む'))
  const unknown = await screen.findByText(
    '3件は取り込みませんでした。名前かメールアドレスが一致するメンバーを1人に決められないためです。',
  )
  expect(unknown.closest('li')?.textContent).toContain('Grace Hopper')
  expect(screen.queryByText(/該当するメンバーを選ぶか/u)).toBeNull()
})

test('an import says that characters of the file could not be read (E4.13)', async () => {
  const { pick } = await open({ 'POST /import': answers(outcome({ rows, new: 1, unreadable_characters: 2 })) })
  await pick()
  expect(await screen.findByText(/^読めない文字が2個あり、�になっています。/u)).toBeTruthy()
})

test('an import says why a file of reports cannot be read', async () => {
  const { pick } = await open({
    'POST /import': problem(400, 'encoding_unknown', 'ファイルの文字コードが分かりません。'),
  })
  await pick()
  expect(await screen.findByText('ファイルの文字コードが分かりません。')).toBeTruthy()
})

test('a running import shows its progress, also after a reload, and then an undo (E4.03)', async () => {
  let state: Partial<ReportImport> = { state: 'going_on', filed: 1, undo_until: null }
  const { user } = await open({
    'GET /import': () => ({ status: 200, body: [{ ...imported, ...state }] }),
    [`DELETE /import/${imported.id}`]: () => {
      state = { state: 'undone', undo_until: null, removed: 2, restored: 1, left: 1 }
      return { status: 200, body: { ...imported, ...state } }
    },
  })
  expect(await screen.findByText('3件中1件を取り込みました')).toBeTruthy()
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 1)
  state = {}
  const undo = await screen.findByRole('button', { name: /取り込みを取り消す$/u }, { timeout: 5_000 })
  expect(screen.getByText('新規2件、置き換え1件')).toBeTruthy()
  await user.click(undo)
  expect(
    await screen.findByText('取り消しました。削除2件、元に戻した日報1件、その後変わったため残した日報1件'),
  ).toBeTruthy()
})

/**
 * Chooses and imports a file. The server responds with 202 before the import is done.
 * @param ended the final state of the import
 */
async function importLate(ended: Partial<ReportImport>) {
  let state: Partial<ReportImport> = { state: 'going_on', filed: 1, undo_until: null }
  const { user, pick } = await open({
    'POST /import': ({ query }) =>
      query.get('preview') === 'true'
        ? { status: 200, body: outcome({ rows, new: 2, changed: 1 }) }
        : { status: 202, body: outcome({ rows, new: 2, changed: 1, id: imported.id }) },
    'GET /import': () => ({ status: 200, body: [{ ...imported, ...state }] }),
  })
  await pick()
  await user.click(await button('3件を取り込む'))
  await screen.findByText('日報を取り込んでいます')
  expect(screen.queryByText('3件の日報を取り込みました')).toBeNull()
  expect(screen.queryByText('新規2件、置き換え1件、取り込めない行0件')).toBeNull()
  state = ended
}

test('the result of an import is hidden after the import is undone', async () => {
  let state: Partial<ReportImport> = {}
  const { user, pick } = await open({
    'POST /import': { status: 200, body: outcome({ rows, new: 2, changed: 1, id: imported.id }) },
    'GET /import': () => ({ status: 200, body: [{ ...imported, ...state }] }),
    [`DELETE /import/${imported.id}`]: () => {
      state = { state: 'undone', undo_until: null, removed: 2, restored: 1, left: 0 }
      return { status: 200, body: { ...imported, ...state } }
    },
  })
  await pick()
  await user.click(await button('3件を取り込む'))
  await screen.findByText('新規2件、置き換え1件、取り込めなかった行0件')
  await user.click(await screen.findByRole('button', { name: /取り込みを取り消す$/u }))
  await screen.findByText('取り消しました。削除2件、元に戻した日報1件')
  expect(screen.queryByText('新規2件、置き換え1件、取り込めなかった行0件')).toBeNull()
})

test('the page says that an import is running, and reports its end', async () => {
  await importLate({ state: 'done' })
  expect(await screen.findByText('3件の日報を取り込みました', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByText('日報を取り込んでいます')).toBeNull()
})

test('the page reports that a running import has stopped', async () => {
  await importLate({ state: 'failed', filed: 1 })
  expect(await screen.findByText('取り込めませんでした', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByText('日報を取り込んでいます')).toBeNull()
  expect(screen.queryByText('3件の日報を取り込みました')).toBeNull()
})

test('an import stops, with the reason, if its importer may no longer write for others (E4.03)', async () => {
  await open({
    'GET /import': () => ({ status: 200, body: [{ ...imported, state: 'stopped', filed: 1 }] }),
  })
  expect(
    await screen.findByText('3件中1件で止めました。取り込んだ人が、ほかのメンバーの日報を書けなくなったためです'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: /取り込みを取り消す$/u })).toBeTruthy()
})

test('the page offers a retry if the recent imports cannot be loaded', async () => {
  let away = true
  const { user } = await open({
    'GET /import': () => (away ? { status: 400, body: {} } : { status: 200, body: [imported] }),
  })
  expect(await screen.findByText('最近の取り込みを読み込めませんでした。')).toBeTruthy()
  away = false
  await user.click(await button('もう一度読み込む'))
  expect(await screen.findByText('新規2件、置き換え1件')).toBeTruthy()
})

test('a failed export says why, and keeps what was chosen (N10.04)', async () => {
  const { user } = await open({ 'GET /export': problem(503, 'busy', '混み合っています。') })
  await user.selectOptions(screen.getByLabelText('形式'), 'Excel (XLSX)')
  await user.click(await button('書き出す'))
  expect(await screen.findByText('混み合っています。')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('形式').value).toBe('xlsx')
})

test.each([
  ['2026-11-01', '2026-11-28', 'asakai_2026-11-01_2026-11-28.csv'],
  ['', '', expect.stringMatching(/^asakai_\d{4}-\d{2}-\d{2}\.csv$/u)],
])('an export from "%s" until "%s" is named after its days (N10.04)', async (from, until, name) => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:asakai')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await open({ 'GET /export': { status: 200, body: {} } })
  fireEvent.change(screen.getByLabelText('開始日'), { target: { value: from } })
  fireEvent.change(screen.getByLabelText('終了日'), { target: { value: until } })
  await user.click(await button('書き出す'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(saved.mock.contexts).toMatchObject([{ download: name }])
})
