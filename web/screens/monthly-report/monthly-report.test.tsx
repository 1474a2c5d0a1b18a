import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { eachField, monthFields } from '#contract/report-fields.ts'
import { type Answer, eachOnTheDay, me, openApp } from '../../testing/app.tsx'

const call = 'GET /monthly-reports/achievement/my'
const october = [
  { report_date: '2026-10-21', yesterday_work: '・設計\n・実装', issues: '', blockers: [] },
  { report_date: '2026-10-22', yesterday_work: '=危険な式', issues: '検証環境が落ちています', blockers: [] },
]
const open = (answer: Answer | (() => Answer | Promise<Answer>) = { status: 200, body: october }) =>
  openApp('/?page=monthly-report', { [call]: answer })

eachOnTheDay()

it('the monthly report shows the newest day first, and the achievement', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'この月の日報' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2026年10月の月報')
  expect(screen.getByText(/16営業日に提出、困りごと 1件/u).textContent).toBe('2 / 16営業日に提出、困りごと 1件')
  const [, first, second] = within(table).getAllByRole('row')
  expect(first!.textContent).toContain('検証環境が落ちています')
  expect(second!.textContent).toContain('設計')
  expect(second!.textContent).toContain('なし')
  const strip = screen.getByRole('list', { name: '日ごとの提出状況' })
  expect(within(strip).getAllByRole('listitem')).toHaveLength(31)
  expect(within(strip).getByTitle('10月20日 火曜日: 未提出')).toBeTruthy()
})

it('the monthly report names holidays and time off, and counts neither as due', async () => {
  const absence = { id: 'away', user_id: me.id, from: '2026-10-19', until: '2026-10-20', half: null }
  await openApp('/?page=monthly-report', {
    [call]: { status: 200, body: october },
    'GET /holidays': { status: 200, body: { holidays: [{ date: '2026-10-12', name: 'スポーツの日' }] } },
    'GET /absences': { status: 200, body: { absences: [absence] } },
  })
  const strip = within(await screen.findByRole('list', { name: '日ごとの提出状況' }))
  expect(await strip.findByTitle('10月12日 月曜日: 祝日(スポーツの日)')).toBeTruthy()
  expect(strip.getByTitle('10月20日 火曜日: 休み')).toBeTruthy()
  expect(strip.getByTitle('10月17日 土曜日: 休日')).toBeTruthy()
  expect(screen.getByText(/13営業日に提出/u).textContent).toBe('2 / 13営業日に提出、困りごと 1件')
})

it('each text of a monthly report is shown below its own label', async () => {
  const texts = eachField((field) => `what stands in ${field}`)
  await open({ status: 200, body: [{ report_date: '2026-10-21', blockers: [], ...texts }] })
  const table = within(await screen.findByRole('table', { name: 'この月の日報' }))
  const row = table.getByRole('rowheader').closest('tr')!
  expect(table.getAllByRole('columnheader')).toHaveLength(1 + monthFields.length)
  expect(row.children).toHaveLength(1 + monthFields.length)
  for (const field of monthFields) expect(row.textContent).toContain(texts[field])
})

it('an ended blocker has no tint and names the day of its end (E3.04)', async () => {
  const issues = '証明書の期限切れ\n契約書の返事待ち\n検証環境が応答しない'
  const ended = (line: number, state: string) => ({ id: `b${line}`, line, ended: { state, on: '2026-10-22' } })
  const blockers = [ended(0, 'resolved'), { id: 'b1', line: 1, ended: null }, ended(2, 'unmentioned')]
  await open({ status: 200, body: [{ ...october[0], issues, blockers }] })
  const blocks = [...(await screen.findByText('契約書の返事待ち')).closest('td')!.querySelectorAll('[class~=flex-1]')]
  expect(blocks.map(({ textContent }) => textContent)).toEqual([
    '契約書の返事待ち',
    '証明書の期限切れ10/22に解決',
    '検証環境が応答しない10/22から日報に書かれていません',
  ])
  expect(blocks.map(({ parentElement }) => parentElement!.className.includes('bg-problem-soft'))).toEqual([
    true,
    false,
    false,
  ])
})

it('the page offers exactly this and the previous month, and loads the chosen one', async () => {
  const { sent } = await open({ status: 200, body: [] })
  await screen.findByText('2026年10月の日報はまだありません')
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
    '今月 10月',
    '先月 9月',
  ])
  await userEvent.click(screen.getByRole('radio', { name: '先月 9月' }))
  await screen.findByText('2026年9月の日報はまだありません')
  expect(sent.filter((one) => one.call === call)).toHaveLength(2)
  expect(location.search).toContain('period=previous')
})

it('the achievement counts from today for a member who joined today', async () => {
  const joined = { status: 200, body: { ...me, joined_on: '2026-10-24' } }
  const body = [{ report_date: '2026-10-23', yesterday_work: '設計', issues: '', blockers: [] }]
  await openApp('/?page=monthly-report', { [call]: { status: 200, body }, 'GET /users/me': joined })
  expect((await screen.findByText(/営業日に提出/u)).textContent).toBe('1 / 1営業日に提出、困りごと 0件')
})

it('a message says that another month is being loaded while this one is still shown', async () => {
  let calls = 0
  await open(() => (calls++ === 0 ? { status: 200, body: october } : new Promise(() => {})))
  await screen.findByText('設計')
  await userEvent.click(screen.getByRole('radio', { name: '先月 9月' }))
  expect((await screen.findByText('読み込んでいます')).role).toBe('status')
  expect(screen.getByText('設計')).toBeTruthy()
})

it('the page offers a retry if the month cannot be loaded', async () => {
  let answer: Answer = { status: 500, body: { code: 'internal', message: '…', request_id: '3f9a0c7be412' } }
  await open(() => answer)
  await screen.findByText('月報を読み込めませんでした')
  expect(screen.getByText('お問い合わせ番号').textContent).toBe('お問い合わせ番号 3f9a0c7be412')
  answer = { status: 200, body: october }
  await userEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  expect(await screen.findByText('設計')).toBeTruthy()
})

it('the shown month stays on the screen until the other one is loaded', async () => {
  const september = Promise.withResolvers<Answer>()
  const answers: (Answer | Promise<Answer>)[] = [{ status: 200, body: october }, september.promise]
  await open(() => answers.shift()!)
  await screen.findByRole('table', { name: 'この月の日報' })
  await userEvent.click(screen.getByRole('radio', { name: '先月 9月' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2026年10月の月報')
  expect(screen.getByText('設計')).toBeTruthy()
  september.resolve({
    status: 200,
    body: [{ report_date: '2026-09-30', yesterday_work: '九月の仕事', issues: '', blockers: [] }],
  })
  expect(await screen.findByText('九月の仕事')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2026年9月の月報')
  expect(screen.queryByText('設計')).toBeNull()
})

it('a loaded month stays on the screen while offline, and is not shown as another month', async () => {
  await open()
  await screen.findByRole('table', { name: 'この月の日報' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(await screen.findByText('設計')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '先月 9月' }))
  expect(await screen.findByRole('heading', { level: 1, name: '2026年9月の月報' })).toBeTruthy()
  expect(screen.queryByText('設計')).toBeNull()
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})

it('buttons and arrow keys move through the months, up to the current one', async () => {
  const { user } = await open({ status: 200, body: [] })
  const heading = (month: string) =>
    screen.findByRole('heading', { level: 1, name: new RegExp(`${month}の月報$`, 'u') })
  await heading('2026年10月')
  const step = (name: string) =>
    within(screen.getByRole('navigation', { name: '月' })).getByRole<HTMLButtonElement>('button', { name })
  expect(step('次の月').disabled).toBe(true)
  await user.click(step('前の月'))
  await heading('2026年9月')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '先月 9月' }).checked).toBe(true)
  await user.keyboard('{ArrowLeft}')
  await heading('2026年8月')
  await user.keyboard('{ArrowRight}')
  await heading('2026年9月')
  await user.click(step('次の月'))
  await heading('2026年10月')
})
