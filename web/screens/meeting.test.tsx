import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { members, open } from '../testing/daily-report.tsx'
import { report, standInServer } from '../testing/server.ts'

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

it('shows one person a screen, who is stopped first, and turns by keys (N5.04)', async () => {
  await present()
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^次 ?早川 蓮/u })).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: '朝会の表示' })
  fireEvent.keyDown(dialog, { key: 'PageDown' })
  await heading('早川 蓮')
  expect(screen.getByText('おわり')).toBeTruthy()
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  await heading('早川 蓮')
  fireEvent.keyDown(dialog, { key: 'Home' })
  await heading('中原 紗季')
  fireEvent.keyDown(dialog, { key: ' ' })
  await heading('早川 蓮')
  await userEvent.click(screen.getByRole('button', { name: '中原 紗季' }))
  await heading('中原 紗季')
})

it('turns by a swipe, and not by scrolling', async () => {
  await present()
  const dialog = screen.getByRole('dialog', { name: '朝会の表示' })
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

it('goes back to the report that was shown, and writes nothing', async () => {
  const server = await present()
  const dialog = screen.getByRole('dialog', { name: '朝会の表示' })
  fireEvent.keyDown(dialog, { key: 'End' })
  await heading('早川 蓮')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(document.activeElement?.id).toBe('report-ren'))
  expect(location.search).toBe('')
  expect(server.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('counts the time of each person once somebody asks for it, and remembers that', async () => {
  await present()
  const timer = screen.getByRole('button', { name: 'タイマー' })
  expect(timer.textContent).toBe('')
  await userEvent.click(timer)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await waitFor(() => expect(timer.textContent).toMatch(/^0:0\d$/u))
  fireEvent.keyDown(screen.getByRole('dialog', { name: '朝会の表示' }), { key: 'ArrowRight' })
  await vi.advanceTimersByTimeAsync(84_000)
  await waitFor(() => expect(timer.textContent).toMatch(/^1:2[4-6]$/u))
  expect(localStorage.getItem('asakai_meeting_timer')).toBe('on')
})

it('is turned by the keys of a presenter from the first moment, and when a button that was pressed is gone', async () => {
  await present()
  const dialog = screen.getByRole('dialog', { name: '朝会の表示' })
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard(' ')
  await heading('早川 蓮')
  await userEvent.click(screen.getByRole('button', { name: '前' }))
  await heading('中原 紗季')
  expect(document.activeElement).toBe(dialog)
  await userEvent.click(screen.getByRole('button', { name: /^次 ?早川 蓮/u }))
  await heading('早川 蓮')
  expect(document.activeElement).toBe(dialog)
  await userEvent.keyboard('{ArrowLeft}')
  await heading('中原 紗季')
})
