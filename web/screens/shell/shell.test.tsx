import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, it, vi } from 'vitest'
import { member, signedIn } from '#contract/testing/members.ts'
import messages from '../../../locales/ja.json' with { type: 'json' }
import { SessionProvider } from '../../features/session/session.tsx'
import { enableSingleKeys } from '../../hooks/use-shortcuts.ts'
import { eachOnTheDay } from '../../testing/app.tsx'
import { report, standInServer } from '../../testing/server.ts'
import { show } from '../../testing/show.tsx'
import Shell from './shell.tsx'

const yesterdays = report({ report_date: '2026-10-22', user_name: '昨日の人' })

const app = (
  <IntlProvider locale="ja" messages={messages} timeZone="Asia/Tokyo">
    <SessionProvider>
      <Shell takesFocus={false} />
    </SessionProvider>
  </IntlProvider>
)
async function open(address = '/') {
  history.replaceState(null, '', address)
  show(app)
  await screen.findByRole('heading', { level: 1 })
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent

eachOnTheDay()
beforeEach(() => {
  standInServer({ members: [member('misaki', '佐伯', '美咲')], reports: [yesterdays] })
  enableSingleKeys(true)
})

it('the start page opens today, or the day in the URL', async () => {
  await open()
  expect(title()).toBe('10月23日金曜日')
  cleanup()
  await open('/?date=2026-10-22')
  expect(title()).toBe('10月22日木曜日')
  expect(await screen.findByText('昨日の人')).toBeTruthy()
  cleanup()
  await open('/?date=2026-10-24')
  expect(title()).toBe('10月23日金曜日')
})

it('the URL contains the chosen day unless it is today', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '2026年10月22日木曜日, 日報あり' }))
  expect(title()).toBe('10月22日木曜日')
  expect(location.search).toBe('?date=2026-10-22')
  screen.getByRole('main').focus() // in the calendar, the arrow keys would only move the focus
  await userEvent.keyboard('{ArrowRight}')
  expect(location.search).toBe('')
  await userEvent.keyboard('{ArrowRight}')
  expect(title()).toBe('10月23日金曜日')
})

it('a report’s issue is a link only if the member’s own backlog knows its tracker', async () => {
  const named = report({ report_date: '2026-10-23', today_plan: 'HIN-212の確認\n#3の調査' })
  const server = standInServer({ members: [member('misaki', '佐伯', '美咲')], reports: [named] })
  const item = { id: 1, backlog: '別の課題', reference: 'HIN-9', url: 'https://hinode.example/view/HIN-9' }
  server.instead = ({ path }) => (path === '/backlogs' ? { status: 200, body: [item] } : undefined)
  await open()
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'HIN-212' })
  expect([link.href, link.rel]).toEqual(['https://hinode.example/view/HIN-212', 'noopener noreferrer'])
  expect(screen.getByText('#3').closest('a')).toBeNull()
})

it('a page that cannot render its data fetches the data once more, then shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = standInServer({ members: [member('misaki', '佐伯', '美咲')], reports: [yesterdays] })
  const malformed = ({ path }: { path: string }) =>
    path === '/daily-reports'
      ? { status: 200, body: { reports: [{ ...yesterdays, today_plan: null }], total: 1 } }
      : undefined
  server.instead = (request) => {
    const answer = malformed(request)
    if (answer) server.instead = () => undefined
    return answer
  }
  await open('/?date=2026-10-22')
  expect(await screen.findByText('昨日の人')).toBeTruthy()
  cleanup()
  server.instead = malformed
  show(app)
  expect((await screen.findByRole('alert')).textContent).toContain('ページを再読み込みしてください。')
})

it('the page changes to the new day after midnight', async () => {
  await open()
  vi.setSystemTime(new Date(2026, 9, 24, 0, 0, 1))
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(title()).toBe('10月24日土曜日'))
})

it("today is the member's date, and written text stays if the time zone changes", async () => {
  const misaki = member('misaki', '佐伯', '美咲')
  const server = standInServer({ members: [misaki] })
  const livingIn = (time_zone: string) => ({
    ...signedIn(misaki),
    schedule: { ...signedIn(misaki).schedule, time_zone },
  })
  let zone = 'Asia/Tokyo'
  server.instead = ({ path }) => (path === '/users/me' ? { status: 200, body: livingIn(zone) } : undefined)
  vi.setSystemTime(new Date('2026-10-23T09:00:00+09:00'))
  await open()
  await waitFor(() => expect(title()).toBe('10月23日金曜日'))
  await userEvent.click((await screen.findAllByRole('button', { name: '日報を書く' })).at(-1)!)
  await userEvent.type(await screen.findByRole('textbox', { name: /今日やること/u }), '書きかけ')
  cleanup()
  zone = 'America/Los_Angeles'
  await open()
  await waitFor(() => expect(title()).toBe('10月22日木曜日'))
  cleanup()
  zone = 'Asia/Tokyo'
  await open()
  await waitFor(() => expect(title()).toBe('10月23日金曜日'))
  await userEvent.click(await screen.findByRole('button', { name: '続きを書く' }))
  expect(await screen.findByDisplayValue('書きかけ')).toBeTruthy()
})

it('single-key shortcuts can be turned off in the dialog of shortcuts', async () => {
  await open()
  await userEvent.keyboard('?')
  await userEvent.click(await screen.findByRole('switch', { name: /1文字のショートカットを使う/u }))
  await userEvent.click(screen.getAllByRole('button', { name: '閉じる' }).at(-1)!)
  await userEvent.keyboard('{ArrowLeft}')
  expect(title()).toBe('10月23日金曜日')
})

it('the keys G and comma open the settings, and the calendar leads back to today', async () => {
  await open()
  await userEvent.keyboard('g,')
  await screen.findByRole('heading', { level: 1, name: '設定' })
  await userEvent.click(screen.getByRole('button', { name: '今日' }))
  await waitFor(() => expect(title()).toBe('10月23日金曜日'))
  expect(location.pathname).toBe('/')
})

it.each([
  ['gd', '/'],
  ['gi', '/mentions'],
  ['gm', '/?page=monthly-report'],
  ['ga', '/?page=activity'],
  ['gs', '/dashboard'],
  ['gt', '/team'],
  ['g,', '/settings'],
])('the keys %s open the page %s', async (keys, address) => {
  await open(address === '/settings' ? '/' : '/settings')
  await userEvent.keyboard(keys)
  await waitFor(() => expect(location.pathname + location.search).toBe(address))
})

it('the keys T and N open today and the report form from another screen', async () => {
  await open('/settings')
  await userEvent.keyboard('t')
  await waitFor(() => expect(location.pathname + location.search).toBe('/'))
  await userEvent.keyboard('g,')
  await waitFor(() => expect(location.pathname).toBe('/settings'))
  await userEvent.keyboard('n')
  expect(await screen.findByRole('textbox', { name: /昨日やったこと/u })).toBeTruthy()
})

it('the key N opens the insight form on the activity screen', async () => {
  await open('/?page=activity')
  await userEvent.keyboard('n')
  expect(location.search).toBe('?page=activity')
  expect(await screen.findByRole('textbox')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /昨日やったこと/u })).toBeNull()
})

it.each(['gm', 'g,'])('the keys %s move the focus from the navigation to the new screen', async (keys) => {
  await open()
  screen.getByRole('link', { name: '日報' }).focus()
  await userEvent.keyboard(keys)
  await waitFor(() => expect(title()).not.toMatch(/^10月/u))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
