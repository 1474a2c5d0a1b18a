import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { DayReport } from '#contract/reports.ts'
import { button, field, members, open, panelGone } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const mine = report({ id: 'mine', user_id: 'misaki', issues: '' })

/** Types into today's plan and submits after another device has changed the report. */
async function submitAfter(changed: Partial<DayReport>) {
  const server = standInServer({ members, reports: [mine] })
  open()
  await userEvent.click(await button('自分の日報を編集'))
  await userEvent.type(await field(/今日やること/u), '2')
  server.reports = [{ ...mine, updated_at: '2026-10-23T09:00:00+09:00', ...changed }]
  server.instead = ({ method }) => (method === 'PUT' ? { status: 409, body: { code: 'report_changed' } } : undefined)
  await userEvent.click(await button(/^更新する/u))
  server.instead = () => undefined
  return server
}

const update = async () => {
  const submit = (await button(/^更新する/u)) as HTMLButtonElement
  await waitFor(() => expect(submit.disabled).toBe(false), { timeout: 3_000 })
  await userEvent.click(submit)
  await panelGone()
}

it('fields that changed only elsewhere are updated, and typed text in the others stays', async () => {
  const server = await submitAfter({ issues: '別の端末の困りごと' })
  expect(await screen.findByText(/は別の場所で変更されたので、その内容にしました。/u)).toBeTruthy()
  expect((await field(/困っていること/u)).value).toBe('別の端末の困りごと')
  expect((await field(/今日やること/u)).value).toBe('今日の仕事2')
  await update()
  expect(server.reports).toMatchObject([{ issues: '別の端末の困りごと', today_plan: '今日の仕事2' }])
})

it('the form shows the text from elsewhere at the field that changed on both sides', async () => {
  const server = await submitAfter({ today_plan: '別の端末の予定', issues: '別の困りごと' })
  const note = await screen.findByText(/「今日やること」が別の場所でも変更されました/u)
  expect(note.closest('footer')).not.toBeNull()
  expect(note.closest('[role="alert"]')).not.toBeNull()
  expect(within((await field(/今日やること/u)).form!).getByText('別の端末の予定')).toBeTruthy()
  expect((await field(/今日やること/u)).value).toBe('今日の仕事2')
  await userEvent.click(await button('この内容を残す'))
  await update()
  expect(server.reports).toMatchObject([{ issues: '別の困りごと', today_plan: '今日の仕事2' }])
})

it('taking the other text replaces only fields changed on both sides, and can be undone', async () => {
  await submitAfter({ today_plan: '別の端末の予定' })
  await userEvent.type(await field(/昨日やったこと/u), '3')
  await userEvent.click(await button('別の場所の内容にする'))
  expect((await field(/今日やること/u)).value).toBe('別の端末の予定')
  expect((await field(/昨日やったこと/u)).value).toBe('昨日の仕事3')
  await userEvent.click(await button('元に戻す'))
  expect((await field(/今日やること/u)).value).toBe('今日の仕事2')
})
