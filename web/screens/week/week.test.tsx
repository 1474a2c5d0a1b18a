import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { blocker } from '#contract/testing/blockers.ts'
import { insight } from '#contract/testing/insights.ts'
import type { Week } from '#contract/week.ts'
import { type Answer, eachOnTheDay, me, openApp, problem } from '../../testing/app.tsx'

const named = (text: string, parts: Partial<Blocker> = {}) => blocker({ id: text, text, ...parts })
const resolved = {
  state: 'resolved',
  resolution: 'solved',
  resolved_on: '2026-10-22',
  resolved_by_name: '藤井 ゆかり',
} as const
const week: Week = {
  from: '2026-10-19',
  until: '2026-10-23',
  closed: true,
  reports: 2,
  days: [
    { date: '2026-10-19', work: '・#482の調査と方針\n・決済画面のレビュー', off: false },
    { date: '2026-10-20', work: '', off: true },
  ],
  blockers: [
    named('検証環境のデータベースが応答していません。'),
    named('番号待ちです。', {
      state: 'acknowledged',
      owner_id: me.id,
      owner_name: '佐伯 美咲',
      opened_on: '2026-10-23',
    }),
    named('インタビューの謝礼の手続き', resolved),
  ],
  insights: [insight({ id: 'keep', user_name: '佐伯 美咲', note: '境界値を先に書き出すと、レビューが速い。' })],
}
const nothing: Week = { ...week, reports: 0, days: [], blockers: [], insights: [] }
const open = (answer: Answer = { status: 200, body: week }, address = '/week', more = {}) =>
  openApp(address, { 'GET /week': answer, ...more })
const asked = ({ sent }: Awaited<ReturnType<typeof open>>) =>
  sent.filter(({ call }) => call === 'GET /week').map(({ query }) => query.get('date'))

eachOnTheDay()
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it("the week shows my days, the team's blockers, and the Keeps and Tries", async () => {
  const app = await open()
  await screen.findByRole('heading', { level: 1, name: '10月19日 – 23日' })
  screen.getByText('2026年 第43週')
  const [monday, tuesday] = (await screen.findByRole('list', { name: '自分の一週間' })).children
  expect(asked(app)).toEqual(['2026-10-19'])
  expect(monday!.textContent).toContain('19月')
  expect(monday!.textContent).toContain('決済画面のレビュー')
  expect(tuesday!.textContent).toBe('20火休み')
  await screen.findByText('早川 蓮 · 2営業日前から')
  await screen.findByText('早川 蓮 · 今日から · 自分が対応中')
  await screen.findByText('10/22に解決 · 藤井 ゆかり')
  screen.getByText('未解決 2件 · 解決 1件')
  await screen.findByText('境界値を先に書き出すと、レビューが速い。')
})

it('buttons and keys move from week to week, up to the current week', async () => {
  const app = await open()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '次の週' })).disabled).toBe(true)
  await app.user.click(screen.getByRole('button', { name: '前の週' }))
  await screen.findByRole('heading', { level: 1, name: '10月12日 – 16日' })
  await app.user.keyboard('{ArrowLeft}')
  await screen.findByRole('heading', { level: 1, name: '10月5日 – 9日' })
  expect(window.location.search).toBe('?date=2026-10-05')
  await app.user.click(screen.getByRole('button', { name: '次の週' }))
  await screen.findByRole('heading', { level: 1, name: '10月12日 – 16日' })
})

it('the heading and the link to insights include Saturday if a member worked on it', async () => {
  vi.setSystemTime(new Date('2026-10-24T12:00:00+09:00'))
  const saturday = { date: '2026-10-24', work: '・棚卸し', off: false }
  await open({ status: 200, body: { ...week, days: [...week.days, saturday] } })
  await screen.findByRole('heading', { level: 1, name: '10月19日 – 24日' })
  expect(screen.getByRole('link', { name: 'ふりかえりへ' }).getAttribute('href')).toContain('until=2026-10-24')
})

it('a week without reports says that it is empty', async () => {
  await open({ status: 200, body: nothing })
  for (const words of ['この週の日報はありません', '困りごとはありません', 'KeepもTryもありません'])
    await screen.findByText(words)
})

it('a week that cannot be loaded says so', async () => {
  await open(problem(500, 'internal', 'サーバーで問題が起きました。'))
  await screen.findByText('週のまとめを読み込めませんでした')
})

it('the week shortens a long list of blockers, and counts the others', async () => {
  const many = Array.from({ length: 11 }, (_, index) => named(`困りごと${index}`))
  await open({ status: 200, body: { ...week, blockers: many } })
  expect(within(await screen.findByRole('list', { name: '困りごと' })).getAllByRole('listitem')).toHaveLength(8)
  screen.getByText('ほか3件')
})

it('the week counts unmentioned blockers apart from resolved ones (E3.04)', async () => {
  const gone = named('書かれなくなった件', { state: 'unmentioned', resolution: 'unnamed', resolved_on: '2026-10-22' })
  await open({ status: 200, body: { ...week, blockers: [...week.blockers, gone] } })
  await screen.findByText('未解決 2件 · 解決 1件 · 書かれなくなったもの 1件')
  const list = screen.getByRole('list', { name: '困りごと' })
  expect(list.querySelectorAll('.lucide-circle-check')).toHaveLength(1)
  // These blockers are collapsed, and have no check mark (E5.08).
  const folded = screen.getByText('書かれなくなったもの 1件').closest('details')!
  expect(folded.open).toBe(false)
  expect(folded.textContent).toContain('書かれなくなった件')
  expect(folded.querySelectorAll('.lucide-circle-minus')).toHaveLength(1)
  expect(folded.querySelectorAll('.lucide-circle-check')).toHaveLength(0)
})

it('the week offers once to be sent by email', async () => {
  const turnedOn = { ...me, settings: { ...me.settings, week_mail: true } }
  const { sent, user } = await open(undefined, '/week', {
    'PATCH /users/me/settings': { status: 200, body: turnedOn },
  })
  await user.click(await screen.findByRole('button', { name: 'メールで受け取る' }))
  expect(sent.find(({ call }) => call === 'PATCH /users/me/settings')?.body).toEqual({ week_mail: true })
  expect(screen.queryByText(/メールでも受け取れます/u)).toBeNull()
})

it('the weekly email is not offered again to a member who declined', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '今は受け取らない' }))
  expect(screen.queryByText(/メールでも受け取れます/u)).toBeNull()
})

it('the week is a tab of the monthly report, which the navigation marks (E5.08)', async () => {
  const { user } = await open(undefined, '/?page=monthly-report')
  const tabs = () => within(screen.getByRole('navigation', { name: '月と週' }))
  await screen.findByRole('navigation', { name: '月と週' })
  expect(tabs().getByRole('link', { name: '月' }).getAttribute('aria-current')).toBe('page')
  await user.click(tabs().getByRole('link', { name: '週' }))
  await screen.findByRole('heading', { level: 1, name: '10月19日 – 23日' })
  expect(tabs().getByRole('link', { name: '週' }).getAttribute('aria-current')).toBe('page')
  const [destination] = screen.getAllByRole('link', { name: /^月報/u })
  expect(destination!.getAttribute('aria-current')).toBe('page')
})

it('the palette opens the week', async () => {
  const { user } = await open(undefined, '/')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '週のまとめ')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: '10月19日 – 23日' })
})

const reports = {
  'GET /daily-reports': {
    status: 200,
    body: {
      reports: [
        {
          id: 'report',
          user_id: me.id,
          user_name: '佐伯 美咲',
          report_date: '2026-10-23',
          yesterday_work: '設計',
          today_plan: '実装',
          issues: '',
          status: 'submitted',
          created_at: '2026-10-23T09:00:00+09:00',
          updated_at: '2026-10-23T09:00:00+09:00',
        },
      ],
      total: 1,
    },
  },
}

it("the day page links to the week on the evening of the week's last day", async () => {
  vi.setSystemTime(new Date('2026-10-23T17:00:00+09:00'))
  const { user } = await open(undefined, '/', reports)
  await user.click(await screen.findByRole('link', { name: 'この週のまとめを見る' }))
  await screen.findByRole('heading', { level: 1, name: '10月19日 – 23日' })
})

it("the day page has no link to the week before the week's end", async () => {
  await open(undefined, '/', reports)
  await screen.findByText('実装')
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('link', { name: 'この週のまとめを見る' })).toBeNull()
})
