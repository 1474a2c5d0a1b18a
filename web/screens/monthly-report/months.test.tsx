import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Month } from '#contract/months.ts'
import { type Answer, type Answers, eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'

eachOnTheDay()

const withApproval = (parts: object = {}) => ({ ...me, ...parts, team: { ...me.team, month_approval: true } })
const ren = { user_id: '01998d5c-0000-7000-8000-0000000000aa', user_name: '早川 蓮' }
const event = (kind: Month['events'][number]['kind'], parts: Partial<Month['events'][number]> = {}) => ({
  kind,
  user_id: ren.user_id,
  user_name: ren.user_name,
  note: '',
  day: null,
  at: '2026-10-02T12:00:00+09:00',
  ...parts,
})
const reports = [
  {
    report_date: '2026-09-29',
    yesterday_work: '・設計',
    issues: '',
    report_time: 'morning' as const,
    added_later: false,
    blockers: [],
  },
]
const month = (parts: Partial<Month>): Month => ({
  month: '2026-09',
  ...ren,
  state: 'submitted',
  revision: 3,
  events: [event('submitted')],
  reports,
  ...parts,
})
const ok = (body: unknown): Answer => ({ status: 200, body })
const listed = (...months: object[]) => ok({ months, total: months.length })
const october = 'GET /months/2026-10'

const openOwn = (answers: Answers, user: object = withApproval()) =>
  openApp('/?page=monthly-report', {
    'GET /users/me': ok(user),
    'GET /monthly-reports/achievement/my': ok([]),
    ...answers,
  })
const own = (parts: Partial<Month>) =>
  month({ month: '2026-10', user_id: me.id, user_name: me.preferred_name, reports: [], ...parts })

it('no month approval is shown in a team that does not use approval', async () => {
  const { sent } = await openOwn({}, me)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: '月報の承認' })).toBeNull()
  expect(sent.filter(({ call }) => call.includes('/months'))).toEqual([])
})

it('submitting my month says that the month has not ended, and sends a message', async () => {
  const { sent } = await openOwn({
    [october]: ok(own({ state: 'open', events: [], revision: 2 })),
    'PATCH /months/2026-10': ok(own({ state: 'submitted', revision: 3 })),
  })
  const part = within(await screen.findByRole('region', { name: '月報の承認' }))
  expect(part.getByRole('heading').textContent).toMatch(/の月報はまだ提出されていません$/u)
  await userEvent.click(part.getByRole('button', { name: '提出する' }))
  const dialog = within(screen.getByRole('dialog', { name: '10月の月報を提出' }))
  expect(dialog.getByText(/今月はまだ終わっていません/u)).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: /コメント/u }), '10月分です')
  await userEvent.click(dialog.getByRole('button', { name: '提出する' }))
  expect(await screen.findByText('10月の月報を提出しました')).toBeTruthy()
  const { body } = sent.find(({ call }) => call === 'PATCH /months/2026-10')!
  expect(body).toEqual({ user_id: me.id, state: 'submitted', note: '10月分です', revision: 2 })
})

it('my month shows the administrator’s correction, and that a report has reopened it', async () => {
  const events = [
    event('submitted'),
    event('returned', { user_name: '水野', note: '29日を書き足してください' }),
    event('submitted'),
    event('reopened', { day: '2026-10-20' }),
  ]
  await openOwn({ [october]: ok(own({ state: 'reopened', events })) })
  const part = within(await screen.findByRole('region', { name: '月報の承認' }))
  expect(part.getByText(/10月20日の日報を変更したため、提出し直しが必要です/u)).toBeTruthy()
  await userEvent.click(part.getByText('履歴'))
  expect(part.getByText('29日を書き足してください')).toBeTruthy()
  expect(part.getByRole('button', { name: '提出する' })).toBeTruthy()
})

it('the dialog explains why a month could not be submitted, and keeps the typed note', async () => {
  await openOwn({
    [october]: ok(own({ state: 'open', events: [] })),
    'PATCH /months/2026-10': problem(409, 'month_changed', 'その間にこの月が変わりました。'),
  })
  await userEvent.click(await screen.findByRole('button', { name: '提出する' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), '10月分です')
  await userEvent.click(dialog.getByRole('button', { name: '提出する' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('その間にこの月が変わりました。')
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('10月分です')
})

const administrator = withApproval({ is_admin: true })
const progress = { due: 20, written: 18 }
const waiting = { month: '2026-09', ...ren, ...progress, state: 'submitted', changed_at: '2026-10-02T12:00:00+09:00' }
const path = `/?page=monthly-report&month=2026-09&member=${ren.user_id}`

it('an administrator opens a month from the list of submitted ones', async () => {
  await openApp('/?page=monthly-report&months=submitted', {
    'GET /users/me': ok(administrator),
    'GET /months': listed(waiting),
    'GET /months/2026-09': ok(month({})),
  })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('月報の承認')
  const row = await screen.findByRole('link', { name: /早川 蓮/u })
  expect(row.textContent).toContain('2026年9月 · 18 / 20営業日')
  await userEvent.click(row)
  expect((await screen.findByRole('heading', { level: 1, name: '早川 蓮 · 2026年9月の月報' })).textContent).toBeTruthy()
  expect(screen.getByText('設計')).toBeTruthy()
})

it('the list of approved months loads more than one page', async () => {
  const approved = Array.from({ length: 51 }, (_, nth) => ({
    ...waiting,
    state: 'approved',
    user_id: `01998d5c-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`,
    user_name: `承認 ${nth}`,
  }))
  await openApp('/?page=monthly-report&months=approved', {
    'GET /users/me': ok(administrator),
    'GET /months': ({ query }) => {
      const from = Number(query.get('offset'))
      return ok({ months: approved.slice(from, from + Number(query.get('limit'))), total: approved.length })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'もっと見る' }))
  const last = await screen.findByRole('link', { name: /承認 50/u })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(screen.queryByRole('button', { name: 'もっと見る' })).toBeNull()
})

it('an approval opens the next submitted month, or the list after the last one', async () => {
  const other = { ...waiting, user_id: '01998d5c-0000-7000-8000-0000000000bb', user_name: '佐伯 美咲' }
  const left = [waiting, other]
  await openApp(path, {
    'GET /users/me': ok(administrator),
    'GET /months/2026-09': ({ query }) =>
      ok(month(query.get('user_id') === other.user_id ? { user_id: other.user_id, user_name: other.user_name } : {})),
    'PATCH /months/2026-09': () => {
      left.shift()
      return ok(month({ state: 'approved' }))
    },
    'GET /months': ({ query }) => listed(...(query.get('user_id') ? [] : left)),
  })
  await userEvent.click(await screen.findByRole('button', { name: '承認する' }))
  expect(await screen.findByRole('heading', { level: 1, name: /佐伯 美咲/u })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '承認する' }))
  expect(await screen.findByText('承認待ちの月報はありません')).toBeTruthy()
})

it('a month is returned only with a note about the correction', async () => {
  const { sent } = await openApp(path, {
    'GET /users/me': ok(administrator),
    'GET /months/2026-09': ok(month({})),
    'PATCH /months/2026-09': ok(month({ state: 'returned' })),
    'GET /months': listed(),
  })
  await userEvent.click(await screen.findByRole('button', { name: '差し戻す' }))
  const dialog = within(screen.getByRole('dialog', { name: '早川 蓮さんの9月の月報を差し戻す' }))
  const field = dialog.getByRole('textbox', { name: /直してほしいこと/u })
  expect(document.activeElement).toBe(field)
  await userEvent.click(dialog.getByRole('button', { name: '差し戻す' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field, '29日に会議を書き足してください')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent.some(({ call }) => call === 'PATCH /months/2026-09')).toBe(true))
})

it('the page offers a retry if my months could not be loaded', async () => {
  let fails = true
  await openOwn({
    [october]: () => (fails ? problem(500, 'internal', '問題が起きました。') : ok(own({ state: 'approved' }))),
  })
  await screen.findByText('承認する月報を読み込めませんでした')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  expect(await screen.findByText('承認済み')).toBeTruthy()
})

it('no month can be changed while offline', async () => {
  await openOwn({ [october]: ok(own({ state: 'open', events: [] })) })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '提出する' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(button.disabled).toBe(true))
})

it('"For me" lists the months that I have to approve and the state of my own', async () => {
  const mine = { user_id: me.id, user_name: me.preferred_name, ...progress, changed_at: '2026-10-22T12:00:00+09:00' }
  await openApp('/mentions', {
    'GET /users/me': ok(administrator),
    'GET /months': ({ query }) =>
      query.get('user_id')
        ? listed(
            { ...mine, month: '2026-09', state: 'returned' },
            { ...mine, month: '2026-08', state: 'approved' },
            { ...mine, month: '2026-07', state: 'approved', changed_at: '2026-08-03T12:00:00+09:00' },
          )
        : listed(waiting),
  })
  expect(await screen.findByText('9月の月報が差し戻されました')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: '月報の承認' }))
  expect((await list.findAllByRole('link')).map((link) => link.textContent)).toEqual([
    '承認待ちの月報 1件',
    '9月の月報が差し戻されました',
    '8月の月報が承認されました',
  ])
  expect(await screen.findByText('未読 2件')).toBeTruthy()
})

it.each([
  ['open', true],
  ['returned', true],
  ['reopened', true],
  ['submitted', false],
  ['approved', false],
] as const)('a missing day of a month that is %s links to the form: %s (E2.02)', async (state, leads) => {
  await openOwn({ [october]: ok(own({ state, events: [] })) })
  await screen.findByRole('region', { name: '月報の承認' })
  const strip = within(screen.getByRole('list', { name: '日ごとの提出状況' }))
  const link = strip.queryByRole('link', { name: '10月20日 火曜日の日報を書く' })
  expect(link?.getAttribute('href')).toBe(leads ? '/?date=2026-10-20' : undefined)
  expect(strip.queryByRole('link', { name: /10月17日/u })).toBeNull()
  expect(screen.queryByText(/日を選ぶと書けます/u) !== null).toBe(leads)
})

it('missing days of an old month also link to the form', async () => {
  const added = { ...reports[0]!, added_later: true }
  await openApp(`/?page=monthly-report&month=2026-09&member=${me.id}`, {
    'GET /users/me': ok(withApproval()),
    'GET /months/2026-09': ok(month({ user_id: me.id, state: 'returned', events: [], reports: [added] })),
  })
  expect(await screen.findByRole('link', { name: '9月28日 月曜日の日報を書く' })).toBeTruthy()
  expect(screen.getByText('後日追加')).toBeTruthy()
})
