import { expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { type Answers, answering, problem } from '../../testing/app.tsx'
import { report } from '../../testing/server.ts'
import type { QueuedReport } from './queued.ts'
import { sendQueued } from './send-queued.ts'

const date = '2026-10-23'
const version = '2026-10-23T08:47:00+09:00'
const words = { ...emptyReport, yesterday_work: '設計', today_plan: '実装', issues: '' }
const queued: QueuedReport = { date, words, baseVersion: null, savedAt: 1 }
const mine = (parts: object = {}) =>
  report({ id: 'mine', user_id: 'misaki', ...words, created_at: version, updated_at: version, ...parts })
const day = (...reports: object[]) => ({ status: 200, body: { reports, total: reports.length } })
const exists = problem(409, 'report_exists', 'すでにあります。')

/** @param days the reports that the server returns, one list for each request */
function server(days: ReturnType<typeof day>[], answers: Answers = {}) {
  let asked = 0
  const sent = answering({
    'GET /daily-reports': () => days[asked++] ?? days.at(-1)!,
    'POST /daily-reports': { status: 201 },
    'PUT /daily-reports/mine': { status: 200, body: {} },
    ...answers,
  })
  return () => sent.filter(({ call }) => !call.startsWith('GET'))
}

it('sending a queued report creates a report on a day without one', async () => {
  const written = server([day(report({ user_id: 'ren' }))])
  expect(await sendQueued('misaki', queued)).toBe('sent')
  expect(written()).toMatchObject([{ call: 'POST /daily-reports', body: { report_date: date, ...words } }])
})

it('sending a queued report changes the report that the draft began from', async () => {
  const written = server([day(mine({ today_plan: '前の計画' }))])
  expect(await sendQueued('misaki', { ...queued, baseVersion: version })).toBe('sent')
  expect(written()).toMatchObject([{ call: 'PUT /daily-reports/mine', body: { report_date: date, ...words } }])
})

it('a queued report is sent without its blocker choices if a blocker has changed (E3.03)', async () => {
  const bodies: unknown[] = []
  server([day()], {
    'POST /daily-reports': ({ body }) => {
      bodies.push(body)
      return bodies.length === 1 ? problem(409, 'blocker_changed', '変わりました。') : { status: 201 }
    },
  })
  const issues = '鍵がない'
  const blockers = [{ id: 'b', state: 'open' as const, text: issues }]
  expect(await sendQueued('misaki', { ...queued, words: { ...words, issues }, blockers })).toBe('sent')
  expect(bodies).toMatchObject([{ issues, blockers }, { issues }])
  expect(bodies[1]).not.toHaveProperty('blockers')
})

it.each([null, version, 'another'])(
  'a queued report that has already arrived is not sent again (began from %s)',
  async (baseVersion) => {
    const written = server([day(mine())])
    expect(await sendQueued('misaki', { ...queued, baseVersion })).toBe('sent')
    expect(written()).toEqual([])
  },
)

it.each([
  ['yesterday_work', null],
  ['today_plan', 'another'],
  ['issues', null],
])(
  'a queued report does not overwrite a change from elsewhere (field %s, began from %s)',
  async (field, baseVersion) => {
    const written = server([day(mine({ [field]: '別の' }))])
    expect(await sendQueued('misaki', { ...queued, baseVersion })).toBe('overtaken')
    expect(written()).toEqual([])
  },
)

it('a queued report is not created if the report that it began from was deleted', async () => {
  const written = server([day()])
  expect(await sendQueued('misaki', { ...queued, baseVersion: version })).toBe('overtaken')
  expect(written()).toEqual([])
})

it('a queued report replaces an earlier one that arrived although its response was lost', async () => {
  const arrived = { ...words, today_plan: '前の計画' }
  const written = server([day(mine(arrived))])
  expect(await sendQueued('misaki', { ...queued, earlier: [arrived] })).toBe('sent')
  expect(written()).toMatchObject([{ call: 'PUT /daily-reports/mine', body: words }])
})

it.each([
  ['the same text', mine(), 'sent'],
  ['another text', mine({ today_plan: '別の' }), 'overtaken'],
])('sendQueued recognises whether an existing report is the queued report: %s', async (_, other, outcome) => {
  const written = server([day(), day(other)], { 'POST /daily-reports': exists })
  expect(await sendQueued('misaki', queued)).toBe(outcome)
  expect(written()).toHaveLength(1)
})

it('sendQueued returns overtaken if the server says that a report exists but lists none', async () => {
  server([day()], { 'POST /daily-reports': exists })
  expect(await sendQueued('misaki', queued)).toBe('overtaken')
})

it.each([
  ['a rejection by the server', problem(404, 'not_found', 'ありません。')],
  ['a response with status 503', { status: 503 }],
])('sendQueued throws after %s', async (_, answer) => {
  server([day()], { 'POST /daily-reports': answer })
  await expect(sendQueued('misaki', queued)).rejects.toMatchObject({ status: answer.status })
})

it('sendQueued throws if the server is unreachable', async () => {
  server([day()], { 'POST /daily-reports': () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(sendQueued('misaki', queued)).rejects.toThrow(TypeError)
})

it('a repeated attempt reuses the idempotency key, and an edited report gets a new one', async () => {
  const written = server([day()])
  for (const savedAt of [1, 1, 2]) await sendQueued('misaki', { ...queued, savedAt })
  const [first, second, third] = written().map(({ headers }) => headers['idempotency-key'])
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
