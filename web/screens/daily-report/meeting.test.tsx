import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { blocker } from '#contract/testing/blockers.ts'
import { members, open } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}

const ren = report({ id: 'ren', user_id: 'ren', user_name: '早川 蓮', created_at: '2026-10-23T08:47:00+09:00' })
const saki = report({
  id: 'saki',
  user_name: '中原 紗季',
  created_at: '2026-10-23T09:10:00+09:00',
  issues: '番号待ちです',
  read: false,
})
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function present() {
  const server = standInServer({ members, reports: [ren, saki] })
  open()
  await screen.findByText('早川 蓮')
  await userEvent.keyboard('p')
  await heading('中原 紗季')
  return server
}

it('the meeting shows one member per screen, those with blockers first (N5.04)', async () => {
  await present()
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^次 ?早川 蓮/u })).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: '朝会モード' })
  fireEvent.keyDown(dialog, { key: 'PageDown' })
  await heading('早川 蓮')
  expect(screen.getByRole('button', { name: '以上です' })).toBeTruthy()
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  await heading('早川 蓮')
  fireEvent.keyDown(dialog, { key: 'Home' })
  await heading('中原 紗季')
  fireEvent.keyDown(dialog, { key: ' ' })
  await heading('早川 蓮')
  await userEvent.click(screen.getByRole('button', { name: '中原 紗季' }))
  await heading('中原 紗季')
})

it('a swipe turns to the next member in a meeting, and scrolling does not', async () => {
  await present()
  const dialog = screen.getByRole('dialog', { name: '朝会モード' })
  const swipe = (x: number, y: number) => {
    fireEvent.touchStart(dialog, { touches: [{ clientX: 200, clientY: 200 }] })
    fireEvent.touchEnd(dialog, { changedTouches: [{ clientX: 200 + x, clientY: 200 + y }] })
  }
  swipe(-20, -300)
  expect(screen.getByText('1 / 2')).toBeTruthy()
  swipe(-120, 10)
  await heading('早川 蓮')
  swipe(120, 10)
  await heading('中原 紗季')
})

it('leaving a meeting returns to the report that was shown, without opening the form', async () => {
  const server = await present()
  const dialog = screen.getByRole('dialog', { name: '朝会モード' })
  fireEvent.keyDown(dialog, { key: 'End' })
  await heading('早川 蓮')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(document.activeElement?.id).toBe('report-ren'))
  expect(location.search).toBe('')
  expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('the meeting counts the time of each person after the timer is turned on', async () => {
  await present()
  const timer = screen.getByRole('button', { name: 'タイマー' })
  expect(timer.textContent).toBe('')
  await userEvent.click(timer)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await waitFor(() => expect(timer.textContent).toMatch(/^0:0\d$/u))
  fireEvent.keyDown(screen.getByRole('dialog', { name: '朝会モード' }), { key: 'ArrowRight' })
  await vi.advanceTimersByTimeAsync(84_000)
  await waitFor(() => expect(timer.textContent).toMatch(/^1:2[4-6]$/u))
  expect(localStorage.getItem('asakai_meeting_timer')).toBe('on')
})

it("a presenter's keys work in a meeting even after a pressed button has disappeared", async () => {
  await present()
  const dialog = screen.getByRole('dialog', { name: '朝会モード' })
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard(' ')
  await heading('早川 蓮')
  await userEvent.click(screen.getByRole('button', { name: '前の人' }))
  await heading('中原 紗季')
  expect(document.activeElement).toBe(dialog)
  await userEvent.click(screen.getByRole('button', { name: /^次 ?早川 蓮/u }))
  await heading('早川 蓮')
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard('{ArrowLeft}')
  await heading('中原 紗季')
})

describe('the blockers of a meeting (E3.06)', () => {
  const toru = report({
    id: 'toru',
    user_id: 'toru',
    user_name: '小野寺 徹',
    created_at: '2026-10-23T08:30:00+09:00',
    issues: '終わった件',
  })
  const waiting = blocker({ id: 'waiting', report_id: 'saki', text: '番号待ちです' })
  const ended = blocker({
    id: 'ended',
    report_id: 'toru',
    text: '終わった件',
    state: 'unmentioned',
    resolution: 'unnamed',
  })

  async function meet() {
    const server = standInServer({ members, reports: [toru, ren, saki], blockers: [waiting, ended] })
    server.instead = ({ method, body }) => {
      if (method !== 'PATCH') return
      const { state } = body as { state?: 'resolved' }
      const changed = blocker({ ...waiting, state: state ?? 'acknowledged', owner_id: state ? null : 'misaki' })
      server.blockers = [changed, ended]
      return { status: 200, body: changed }
    }
    open()
    await screen.findByText('早川 蓮')
    await userEvent.keyboard('p')
    await heading('中原 紗季')
    return server
  }

  it('the meeting does not sort a member with an ended blocker first', async () => {
    await meet()
    await userEvent.keyboard(' ')
    await heading('小野寺 徹')
    // Looks only in the dialog, because the day behind the dialog shows the ended blocker, too.
    const dialog = within(screen.getByRole('dialog', { name: '朝会モード' }))
    expect(dialog.queryByRole('group', { name: '終わった件' })).toBeNull()
  })

  it('blockers can get an owner and be resolved in a meeting, and the keys still work', async () => {
    const server = await meet()
    const life = await within(screen.getByRole('dialog', { name: '朝会モード' })).findByRole('group', {
      name: '番号待ちです',
    })
    await userEvent.click(await within(life).findByRole('button', { name: '引き受ける' }))
    await within(life).findByRole('button', { name: '自分が対応中' })
    await userEvent.click(within(life).getByRole('button', { name: '解決' }))
    await within(life).findByText(/解決/u)
    expect(server.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { owner_id: 'misaki', before: { owner_id: null } },
      { state: 'resolved', before: { owner_id: 'misaki' } },
    ])
    expect(screen.getByText('1 / 3')).toBeTruthy()
    await userEvent.keyboard('{ArrowRight}')
    await heading('小野寺 徹')
    await userEvent.keyboard('{ArrowLeft}')
    await heading('中原 紗季')
  })
})

it('the meeting names the members without a report at the end only', async () => {
  await present()
  const dialog = screen.getByRole('dialog', { name: '朝会モード' })
  expect(within(dialog).queryByText(/^未提出/u)).toBeNull()
  fireEvent.keyDown(dialog, { key: 'End' })
  await heading('早川 蓮')
  expect(within(dialog).getByText('未提出: 佐伯 美咲、小野寺 徹')).toBeTruthy()
})
