import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { member } from '#contract/testing/members.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { button, key, members, open, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const absence = (user_id: string, parts: { until?: string; half?: 'morning' | 'afternoon' } = {}) => ({
  id: `of-${user_id}`,
  user_id,
  from: today,
  until: today,
  half: null,
  ...parts,
})
const yui = member('yui', '高木', '結', { working_days: [1, 2, 3, 4] })
const sportsDay = { date: today, name: 'スポーツの日' }
const count = () => screen.getByText('人が提出', { exact: false }).textContent

it('members who are away or off on that weekday are named, and not counted as due', async () => {
  const absences = [absence('toru', { until: '2026-10-26' }), absence('misaki')]
  standInServer({ members: [...members, yui], reports: [report({ user_id: 'ren' })], absences })
  open()
  expect(await screen.findByText('休み: 佐伯 美咲')).toBeTruthy()
  expect(screen.getByText('休み(10月26日まで): 小野寺 徹')).toBeTruthy()
  expect(screen.getByText('金曜日は提出対象外: 高木 結')).toBeTruthy()
  expect(screen.queryByText(/^未提出/u)).toBeNull()
  expect(count()).toBe('1 / 1人が提出')
  expect(await button('日報を書く')).toBeTruthy()
})

it('a report shows that its author is off for half a day', async () => {
  const absences = [absence('ren', { half: 'afternoon' }), absence('toru', { half: 'morning' })]
  standInServer({ members, reports: [report({ user_id: 'ren' })], absences })
  open()
  const row = await screen.findByRole('rowheader')
  await waitFor(() => expect(row.textContent).toContain('8:47 提出 · 午後休'))
  expect(screen.getByText('未提出: 佐伯 美咲、小野寺 徹')).toBeTruthy()
  expect(count()).toBe('1 / 3人が提出')
})

it('a holiday is named instead of all members', async () => {
  standInServer({ members, reports: [report({ user_id: 'ren' })], absences: [absence('toru')], holidays: [sportsDay] })
  open()
  expect(await screen.findByText('今日は祝日です(スポーツの日)')).toBeTruthy()
  expect(screen.queryByText(/^(?:休み.*|未提出): /u)).toBeNull()
  expect(count()).toBe('1人が提出')
})

it.each([
  ['a holiday', { holidays: [sportsDay] }, {}, '今日は祝日です(スポーツの日)'],
  ['time off', { absences: [absence('misaki')] }, {}, '休みの日です。日報の提出は不要ですが、書くこともできます。'],
  ['a weekday off', {}, { working_days: [1] }, '提出対象外の曜日です。日報の提出は不要ですが、書くこともできます。'],
])('the page says on %s that no report is due, and still offers to write', async (_why, server, me, words) => {
  standInServer({ members, ...server })
  open({ me })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('10月23日の日報はありません')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '日報を書く' })).toHaveLength(2)
})

it('a past holiday is named, and can no longer have a report', async () => {
  standInServer({ members, holidays: [{ date: '2026-10-12', name: 'スポーツの日' }] })
  open({ day: '2026-10-12' })
  expect(await screen.findByText('10月12日は祝日です(スポーツの日)')).toBeTruthy()
  expect(screen.getByText('この日の日報は、もう書けません。書けるのは10月\u206022日以降の日報です。')).toBeTruthy()
})

it('a read-only member has no write button, but keeps earlier unsent text', async () => {
  const draft = {
    words: { ...emptyReport, yesterday_work: '途中', today_plan: '', issues: '' },
    baseVersion: null,
    savedAt: 1,
  }
  reportDrafts.write(key, draft, undefined)
  standInServer({ members, reports: [report({ user_id: 'ren' })] })
  open({ me: { writes: false }, pendingAction: { kind: 'write' } })
  expect(await screen.findByText(/^未提出: .*小野寺 徹/u)).toBeTruthy()
  await userEvent.keyboard('n')
  expect(screen.queryByRole('button', { name: /日報を書く|休みにする/u })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('書きかけの下書きがあります')).toBeNull()
  expect(reportDrafts.read(key)?.words.yesterday_work).toBe('途中')
})

it('the page says that due reports are unknown if the days off cannot be loaded', async () => {
  const server = standInServer({ members, reports: [report({ user_id: 'ren' })], absences: [absence('toru')] })
  let isAway = true
  server.instead = ({ path }) => (isAway && path === '/absences' ? { status: 503, body: { code: 'busy' } } : undefined)
  open()
  expect(await screen.findByText('提出状況を読み込めませんでした。')).toBeTruthy()
  expect(screen.queryByText(/^未提出/u)).toBeNull()
  isAway = false
  await userEvent.click(await button('もう一度読み込む'))
  expect(await screen.findByText('休み: 小野寺 徹')).toBeTruthy()
})

it.each([
  ['a member who is away', { kind: 'read', member: members[2]! } as const, '休み: 小野寺 徹'],
  ['a member who is off on that weekday', { kind: 'read', member: yui } as const, '金曜日は提出対象外: 高木 結'],
  ['a member whose report is due', { kind: 'read', member: members[0]! } as const, '未提出: 佐伯 美咲'],
])('a search for %s explains why there is no report', async (_who, pendingAction, words) => {
  standInServer({ members: [...members, yui], absences: [absence('toru')] })
  open({ pendingAction })
  expect(await within(await screen.findByLabelText('通知')).findByText(words)).toBeTruthy()
})
