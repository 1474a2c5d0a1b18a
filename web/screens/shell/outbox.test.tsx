import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { type Answer, answerOutbox } from '../../features/comments/answer-outbox.ts'
import { insightsToSend } from '../../features/insights/queued.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { reportsToSend } from '../../features/reports/queued.ts'
import { readOutbox } from '../../storage/outbox.ts'
import { button, key, members, open, today } from '../../testing/daily-report.tsx'
import { standInServer } from '../../testing/server.ts'

beforeEach(() => localStorage.clear())

const words = { ...emptyReport, yesterday_work: '', today_plan: '設計を見直す', issues: '' }
const report = { date: today, words, baseVersion: null, savedAt: 1 }
const refuseReport = () => reportsToSend.addRefused('misaki', report, { isGone: false })

it('a rejected report can be retried after its draft was discarded', async () => {
  const server = standInServer({ members, reports: [] })
  refuseReport()
  open()
  await userEvent.click(await button('もう一度送信'))
  await waitFor(() =>
    expect(server.sent.filter(({ method }) => method === 'POST')).toMatchObject([
      { path: '/daily-reports', body: { ...words, report_date: today } },
    ]),
  )
  await waitFor(() => expect(readOutbox('misaki')).toEqual([]))
  expect(reportDrafts.read(key)).toBeUndefined()
})

it('an undo restores a discarded entry of the outbox', async () => {
  standInServer({ members, reports: [] })
  refuseReport()
  const before = readOutbox('misaki')
  open()
  await userEvent.click(await button('破棄'))
  await waitFor(() => expect(readOutbox('misaki')).toEqual([]))
  await userEvent.click(await button(/元に戻す/u))
  expect(readOutbox('misaki')).toEqual(before)
  expect(await screen.findByRole('list', { name: '送信できていないもの' })).toBeTruthy()
})

it.each(['短い', `${'長い言葉、'.repeat(12)}\n二行目`, `${'行\n'.repeat(20)}終わり`])(
  'the whole text of a rejected entry is shown even if copying fails: %j',
  async (text) => {
    standInServer({ members, reports: [] })
    reportsToSend.addRefused('misaki', { ...report, words: { ...words, today_plan: text } }, { isGone: false })
    insightsToSend.addRefused('misaki', { id: 'i', type: 'keep', note: text, isNew: true }, { isGone: false })
    const about = { subject: 'report', id: 'gone', on: today } as const
    const draft = { id: 'c', body: text, mentions: [] }
    answerOutbox.addRefused('misaki', { kind: 'comment', about, draft, at: '' }, { isGone: true })
    open()
    const items = within(await screen.findByRole('list', { name: '送信できていないもの' })).getAllByRole('listitem')
    expect(items).toHaveLength(3)
    for (const item of items) expect(item.textContent).toContain(text)
  },
)

const changed = { isGone: false, isChanged: true }
const note = { id: 'i', type: 'keep', note: '残す' } as const
const about = { subject: 'report', id: 'r', on: today } as const
const comment: Answer = { kind: 'comment', about, draft: { id: 'c', body: '残す', mentions: [] }, at: '' }

it.each([
  [
    'a changed insight',
    () => insightsToSend.addRefused('misaki', { ...note, isNew: false, before: { type: 'try', note: '前' } }, changed),
    { path: '/insights/i', body: { type: 'keep', note: '残す' } },
  ],
  [
    'a new insight whose id has another text',
    () => insightsToSend.addRefused('misaki', { ...note, isNew: true }, changed),
    { path: '/insights/i', body: { type: 'keep', note: '残す' } },
  ],
  [
    'a new comment whose id has another text',
    () => answerOutbox.addRefused('misaki', comment, changed),
    { path: '/comments/c', body: { body: '残す', mentions: [] } },
  ],
])('a text that changed elsewhere can be replaced by %s', async (_what, add, sent) => {
  const server = standInServer({ members, reports: [] })
  add()
  server.instead = ({ method }) => (method === 'PUT' ? { status: 200, body: {} } : undefined)
  open()
  await userEvent.click(await button('この内容を残す'))
  await waitFor(() => expect(readOutbox('misaki')).toEqual([]))
  const put = server.sent.find(({ method }) => method === 'PUT')
  expect(put).toMatchObject(sent)
  expect(put?.body).not.toHaveProperty('before')
})
