import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { blocker } from '#contract/testing/blockers.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { field, key, latest, members, noticeQuestion, open, panelGone, today } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const [vpn, contract] = [
  { id: '019a0000-0000-7000-8000-00000000000a', text: 'VPNが切れる' },
  { id: '019a0000-0000-7000-8000-00000000000b', text: '契約書の返事待ち' },
]
const beginning = { planned: [], blockers: [vpn, contract], done: [] }
const before = {
  ...latest,
  today_plan: '設計',
  issues: `${vpn.text}\n${contract.text}`,
  blocker: `${vpn.text}\n${contract.text}`,
}

const row = async (text: string) => within(await screen.findByRole('radiogroup', { name: text }))
const checked = async (text: string) => (await row(text)).queryByRole<HTMLInputElement>('radio', { checked: true })
const issues = () => field(/^困っていること/u)
async function write(parts: Parameters<typeof standInServer>[0] = {}) {
  const server = standInServer({ members, latest: before, beginning, ...parts })
  open()
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await row(vpn.text)
  return server
}
/** Submits. The first submit shows the question about the lines in both fields (E2.03), the second one confirms. */
async function submitTwice() {
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  noticeQuestion()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
}
const submitted = (server: ReturnType<typeof standInServer>) =>
  server.sent.findLast(({ method, path }) => method === 'POST' && path === '/daily-reports')?.body

describe('the open blockers of the writer (E3.03)', () => {
  it('a report sends no choices for blockers that stay open', async () => {
    const server = await write()
    expect((await checked(vpn.text))?.closest('label')?.textContent).toBe('まだ続く')
    await submitTwice()
    await panelGone()
    expect(submitted(server)).toEqual({
      report_date: today,
      yesterday_work: '設計',
      today_plan: '設計',
      issues: before.issues,
    })
  })

  it('a blocker is resolved, left open or reworded by one key each', async () => {
    const server = await write()
    ;(await checked(vpn.text))!.focus()
    await userEvent.keyboard('2{ArrowDown}3')
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: '「契約書の返事待ち」の新しい書き方' })
    expect(document.activeElement).toBe(input)
    await userEvent.clear(input)
    await userEvent.type(input, '先方の署名がまだ')
    expect((await issues()).value).toBe('先方の署名がまだ')
    await userEvent.keyboard('{Enter}')
    expect(submitted(server)).toBeUndefined()
    expect(document.activeElement).toBe(await checked(contract.text))
    const blockers = [
      { id: vpn.id, state: 'solved', text: vpn.text },
      { id: contract.id, state: 'open', text: '先方の署名がまだ' },
    ]
    expect(reportDrafts.read(key)).toMatchObject({ blockers })
    await submitTwice()
    await panelGone()
    expect(submitted(server)).toMatchObject({ issues: '先方の署名がまだ', blockers })
  })

  it.each([
    ['Enter', { isComposing: true }],
    ['Enter', { keyCode: 229 }],
    ['Escape', { isComposing: true }],
    ['Escape', { keyCode: 229 }],
  ])('the focus stays in the new wording while an input method handles %s (%j)', async (name, of) => {
    await write()
    ;(await checked(contract.text))!.focus()
    await userEvent.keyboard('3')
    const input = await screen.findByRole('textbox', { name: '「契約書の返事待ち」の新しい書き方' })
    fireEvent.keyDown(input, { key: name, ...of })
    expect(document.activeElement).toBe(input)
    await userEvent.keyboard(`{${name}}`)
    expect(document.activeElement).toBe(await checked(contract.text))
  })

  it('a blocker whose line is edited in the field is sent as reworded', async () => {
    const server = await write()
    await userEvent.type(await issues(), '、部長に確認中')
    expect((await checked(contract.text))?.closest('label')?.textContent).toBe('書き直す')
    await submitTwice()
    await panelGone()
    expect(submitted(server)).toMatchObject({
      blockers: [{ id: contract.id, state: 'open', text: '契約書の返事待ち、部長に確認中' }],
    })
  })

  it('a reopened draft restores the choices for the blockers', async () => {
    await write()
    await userEvent.click((await row(vpn.text)).getByRole('radio', { name: '解決した' }))
    await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
    await panelGone()
    await userEvent.keyboard('n')
    expect((await checked(vpn.text))?.closest('label')?.textContent).toBe('解決した')
    expect((await checked(contract.text))?.closest('label')?.textContent).toBe('まだ続く')
  })

  it('the open blockers are also shown when an existing report is edited', async () => {
    const own = report({ id: 'own', user_id: 'misaki', report_date: today, issues: contract.text })
    const server = standInServer({ members, reports: [own], beginning: { ...beginning, blockers: [contract] } })
    open()
    await userEvent.click(await screen.findByRole('button', { name: '自分の日報を編集' }))
    await userEvent.click((await row(contract.text)).getByRole('radio', { name: '解決した' }))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await panelGone()
    expect(server.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      issues: '',
      blockers: [{ id: contract.id, state: 'solved', text: contract.text }],
    })
  })
})

it('a blocker resolved outside the form leaves the form until the resolution is undone', async () => {
  const own = report({ id: 'own', user_id: 'misaki', report_date: today, issues: before.issues })
  const status = blocker({ id: vpn.id, report_id: own.id, text: vpn.text })
  const server = standInServer({ members, reports: [own], beginning, blockers: [status] })
  let isResolved = false
  server.instead = ({ method, path, body }) => {
    if (path === '/daily-reports/draft')
      return { status: 200, body: { ...beginning, blockers: isResolved ? [contract] : [vpn, contract] } }
    if (method !== 'PATCH') return undefined
    isResolved = (body as { state: string }).state === 'resolved'
    server.blockers = [isResolved ? { ...status, state: 'resolved', resolved_on: today, resolution: 'solved' } : status]
    return { status: 200, body: {} }
  }
  open()
  await userEvent.click(await screen.findByRole('button', { name: '自分の日報を編集' }))
  await row(vpn.text)
  await userEvent.click(
    within(await screen.findByRole('group', { name: vpn.text })).getByRole('button', { name: '解決' }),
  )
  await waitFor(() => expect(screen.queryByRole('radiogroup', { name: vpn.text })).toBeNull())
  expect(await checked(contract.text)).toBeTruthy()
  expect((await issues()).value).toBe(before.issues)
  await userEvent.click(
    within(await screen.findByRole('group', { name: vpn.text })).getByRole('button', { name: '元に戻す' }),
  )
  expect((await checked(vpn.text))?.closest('label')?.textContent).toBe('まだ続く')
})

it('a word for "none" is sent as written, and does not count as a blocker (E3.01)', async () => {
  const server = standInServer({ members })
  open()
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await userEvent.type(await field(/^昨日やったこと/u), '設計')
  await userEvent.type(await field(/^今日やること/u), '実装')
  await userEvent.type(await issues(), '特になし。')
  expect(await screen.findByText('「困りごとなし」として扱います。')).toBeTruthy()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(submitted(server)).toMatchObject({ issues: '特になし。' }))
})
