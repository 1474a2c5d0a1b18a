import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, openApp, problem, tokenFor } from '../testing/app.tsx'

const outcome = (part: object) => ({
  columns: { date: '日付', email: null, yesterday: '昨日', today: '今日', blockers: null },
  rows: [],
  new: 0,
  changed: 0,
  refused: 0,
  ...part,
})
const rows = [
  { line: 2, outcome: 'new', message: null },
  { line: 3, outcome: 'refused', message: '日付を正しく入力してください' },
]

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

test('a table is looked at first, and filed when told to (N10.03)', async () => {
  const { user, sent, pick } = await open({
    'POST /import': () => ({ status: 200, body: outcome({ rows, new: 1, refused: 1 }) }),
  })
  await pick()
  expect(await screen.findByText('新しい日報 1件、変わる日報 0件、変わらない行 0件、取り込めない行 1件')).toBeTruthy()
  expect(screen.getByText('3行目:日付を正しく入力してください')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('今日やること').placeholder).toBe('今日')

  await user.click(await button('1件を取り込む'))
  expect(await screen.findByText('1件の日報を取り込みました')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '1件を取り込む' })).toBeNull()
  expect(sent.filter(({ call }) => call === 'POST /import')).toHaveLength(2)
})

test('a heading that is not recognised is typed', async () => {
  let asked = 0
  const { user, pick } = await open({
    'POST /import': () =>
      asked++ === 0
        ? problem(400, 'csv_unreadable', 'このファイルから日報を読み取れませんでした。')
        : { status: 200, body: outcome({ rows: rows.slice(0, 1), new: 1 }) },
  })
  await pick()
  expect(await screen.findByText('このファイルから日報を読み取れませんでした。')).toBeTruthy()
  await user.type(screen.getByLabelText('日付'), 'いつ')
  await user.click(await button('もう一度確認する'))
  expect(await button('1件を取り込む')).toBeTruthy()
})

test('why nothing is exported is said, and what was chosen stays (N10.04)', async () => {
  const { user } = await open({ 'GET /export': problem(503, 'busy', '混み合っています。') })
  await user.selectOptions(screen.getByLabelText('形式'), 'Excel (XLSX)')
  await user.click(await button('書き出す'))
  expect(await screen.findByText('混み合っています。')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('形式').value).toBe('xlsx')
})
