import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { field, latest, members, noticeQuestion, open, panelGone, today } from '../../testing/daily-report.tsx'
import { standInServer } from '../../testing/server.ts'

const before = { ...latest, today_plan: '', issues: 'VPNが切れる', blocker: 'VPNが切れる' }
const send = '{Control>}{Enter}{/Control}'
const question = 'まだ解決していない困りごと1件が書かれていません。どうなりましたか。'
const id = '019a0000-0000-7000-8000-00000000000a'

/** Submits a report with these words in the blockers field and one open blocker without an answer. */
async function submitWith(issues: string) {
  const beginning = { planned: [], done: [], blockers: [{ id, text: 'VPNが切れる' }] }
  const server = standInServer({ members, latest: before, beginning })
  open()
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await screen.findByRole('heading', { name: '未解決の困りごと' })
  await userEvent.type(await field(/昨日やったこと/u), '設計')
  await userEvent.type(await field(/今日やること/u), '実装')
  await userEvent.clear(await field(/困っていること/u))
  if (issues) await userEvent.type(await field(/困っていること/u), issues)
  await userEvent.keyboard(send)
  return server
}

describe('two questions before one submit', () => {
  async function submitBoth() {
    const beginning = { planned: [], done: [], blockers: [{ id, text: 'VPNが切れる' }] }
    const server = standInServer({ members, latest: { ...before, today_plan: '設計' }, beginning })
    open()
    await screen.findByText('10月23日の日報はまだありません')
    await userEvent.keyboard('n')
    await screen.findByRole('heading', { name: '未解決の困りごと' })
    await userEvent.clear(await field(/困っていること/u))
    await userEvent.keyboard(send)
    await screen.findByRole('group', { name: question })
    return server
  }
  const inBoth = () => screen.queryByRole('group', { name: /両方の欄に入っています。どちらに/u })

  it('a submit asks both questions, and sends the report after the last answer', async () => {
    const server = await submitBoth()
    expect(inBoth()?.contains(document.activeElement)).toBe(true)
    await userEvent.click(within(inBoth()!).getByRole('button', { name: /^両方/u }))
    expect(inBoth()).toBeNull()
    expect(server.filed()).toEqual([])
    const unmentioned = screen.getByRole('group', { name: question })
    expect(unmentioned.contains(document.activeElement)).toBe(true)
    await userEvent.click(within(unmentioned).getByRole('button', { name: 'まだ続く' }))
    await panelGone()
    expect(server.filed()).toMatchObject([[today, '設計', '設計', 'VPNが切れる']])
  })

  it('a second submit without an answer sends the typed text unchanged', async () => {
    const server = await submitBoth()
    noticeQuestion()
    await userEvent.keyboard(send)
    await panelGone()
    expect(server.filed()).toEqual([[today, '設計', '設計', '']])
  })
})

describe('open blockers without an answer beside a field that says none (E3.03)', () => {
  it.each(['なし', '1. none', ''])('a submit with %j as blockers asks once about the open blockers', async (issues) => {
    const server = await submitWith(issues)
    const group = within(await screen.findByRole('group', { name: question }))
    expect(group.getByRole('listitem').textContent).toBe('VPNが切れる')
    expect(server.filed()).toEqual([])
    noticeQuestion()
    await userEvent.keyboard(send)
    await panelGone()
    expect(server.filed()).toEqual([[today, '設計', '実装', issues]])
  })

  it.each([
    ['まだ続く', ['VPNが切れる']],
    ['解決した', ['なし', [{ id, state: 'solved', text: 'VPNが切れる' }]]],
  ])('the answer 「%s」 is applied to the open blockers', async (answer, sent) => {
    const server = await submitWith('なし')
    const group = await screen.findByRole('group', { name: question })
    await userEvent.click([...group.querySelectorAll('button')].find((one) => one.textContent === answer)!)
    await panelGone()
    expect(server.filed()).toEqual([[today, '設計', '実装', ...sent]])
  })

  it('a submit does not ask about open blockers if the field names another blocker', async () => {
    const server = await submitWith('鍵がない')
    await panelGone()
    expect(server.filed()).toEqual([[today, '設計', '実装', '鍵がない']])
  })
})
