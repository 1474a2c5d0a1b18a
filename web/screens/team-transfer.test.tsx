import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportedReports, ReportImport } from '#contract/import.ts'
import { reportImport } from '#contract/testing/imports.ts'
import { me, openApp, problem, tokenFor } from '../testing/app.tsx'

const outcome = (part: Partial<ImportedReports>): ImportedReports => ({
  id: null,
  columns: { date: '日付', email: null, yesterday: '昨日', today: '今日', blockers: '困りごと' },
  column_numbers: { date: 1, email: null, yesterday: 2, today: 3, blockers: 4 },
  headings: ['日付', '昨日', '今日', '困りごと', '気分', '気分', ''],
  samples: [['2026-11-18', '設計', '実装', '', 'よい']],
  date_order: null,
  date_order_needed: false,
  rows: [],
  new: 0,
  changed: 0,
  refused: 0,
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

/** The team's settings as a member sees them. */
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
/** Answers each `POST /import` with the next outcome. */
function answers(...outcomes: ImportedReports[]) {
  let asked = 0
  return () => ({ status: 200, body: outcomes[Math.min(asked++, outcomes.length - 1)] })
}

test('shows what a file would do with the words of its first rows, and imports it on a press (N10.03, E4.01)', async () => {
  const { user, sent, pick } = await open({ 'POST /import': answers(outcome({ rows, new: 1, refused: 1 })) })
  await pick()
  expect(await screen.findByText('新規1件、置き換え0件、取り込めない行1件')).toBeTruthy()
  expect(screen.getByText('3行目:日付を正しく入力してください')).toBeTruthy()
  expect((await columnOf('今日やること')).value).toBe('#3')
  expect(within(screen.getByRole('list', { name: '「今日やること」の最初の行' })).getByText('実装')).toBeTruthy()
  expect(screen.getByText('使わない列は気分 (5列目)、気分 (6列目)、7列目です')).toBeTruthy()

  await user.click(await button('1件を取り込む'))
  expect(await screen.findByText('1件の日報を取り込みました')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1件を取り込む' })).toBeNull()
  expect(sent.filter(({ call }) => call === 'POST /import')).toHaveLength(2)
})

test('imports nothing while a text column is unmatched, unless it is left out', async () => {
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

test('asks again with the column that is chosen', async () => {
  const { user, sent, pick } = await open({
    'POST /import': answers(outcome({ rows, new: 1, ...withoutYesterday }), outcome({ rows, new: 1 })),
  })
  await pick()
  await user.selectOptions(await columnOf('昨日やったこと'), '昨日')
  expect(await button('1件を取り込む')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('yesterday')).toBe('#2')
})

test('asks for the column of dates, and for the order of day and month', async () => {
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
  await user.click(screen.getByRole('radio', { name: '4月3日、日が先' }))
  expect(await button('1件を取り込む')).toBeTruthy()
  expect(sent.findLast(({ call }) => call === 'POST /import')?.query.get('date_order')).toBe('day_first')
})

test('lists the reports that are replaced, before and after', async () => {
  const { pick } = await open({
    'POST /import': answers(
      outcome({
        rows: [{ line: 2, outcome: 'changed', message: null }],
        changed: 2,
        replaced: [
          {
            line: 2,
            user_id: 'misaki',
            user_name: '佐伯 美咲',
            report_date: '2026-11-18',
            before: { yesterday_work: '', today_plan: '前の予定', issues: '同じ' },
            after: { yesterday_work: '新しい実績', today_plan: '後の予定', issues: '同じ' },
          },
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

test('says why a file cannot be read', async () => {
  const { pick } = await open({
    'POST /import': problem(400, 'encoding_unknown', 'ファイルの文字コードが分かりません。'),
  })
  await pick()
  expect(await screen.findByText('ファイルの文字コードが分かりません。')).toBeTruthy()
})

test('shows the progress of an import that goes on, also after a reload, and the way back when it has ended (E4.03)', async () => {
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

/** Picks and imports a file. The server answers 202 and goes on. @param ended the import afterwards */
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

test('says that an import goes on, and tells when it is done', async () => {
  await importLate({ state: 'done' })
  expect(await screen.findByText('3件の日報を取り込みました', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByText('日報を取り込んでいます')).toBeNull()
})

test('tells that an import which went on has stopped', async () => {
  await importLate({ state: 'failed', filed: 1 })
  expect(await screen.findByText('取り込めませんでした', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByText('日報を取り込んでいます')).toBeNull()
  expect(screen.queryByText('3件の日報を取り込みました')).toBeNull()
})

test('says that the recent imports cannot be loaded, and loads them again', async () => {
  let away = true
  const { user } = await open({
    'GET /import': () => (away ? { status: 400, body: {} } : { status: 200, body: [imported] }),
  })
  expect(await screen.findByText('最近の取り込みを読み込めませんでした。')).toBeTruthy()
  away = false
  await user.click(await button('もう一度読み込む'))
  expect(await screen.findByText('新規2件、置き換え1件')).toBeTruthy()
})

test('why nothing is exported is said, and what was chosen stays (N10.04)', async () => {
  const { user } = await open({ 'GET /export': problem(503, 'busy', '混み合っています。') })
  await user.selectOptions(screen.getByLabelText('形式'), 'Excel (XLSX)')
  await user.click(await button('書き出す'))
  expect(await screen.findByText('混み合っています。')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('形式').value).toBe('xlsx')
})
