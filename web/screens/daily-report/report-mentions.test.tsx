import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { member } from '#contract/testing/members.ts'
import { reportFields, type ReportField } from '#contract/report-fields.ts'
import type { ReportSubmission } from '#contract/reports.ts'
import { reportDrafts } from '../../features/reports/drafts.ts'
import { field, key, members, open, panelGone } from '../../testing/daily-report.tsx'
import { report, standInServer } from '../../testing/server.ts'

const namesakes = [member('sales', '藤井', '光'), member('support', '藤井', '光')]
const labels: Record<ReportField, RegExp> = {
  yesterday_work: /^昨日/u,
  today_plan: /^今日/u,
  issues: /^困っていること/u,
}

afterEach(() => localStorage.clear())

/** Opens the form in a team with two members of the same name. */
async function form() {
  const server = standInServer({ members: [...members, ...namesakes], reports: [] })
  open()
  await screen.findByText('の日報はまだありません', { exact: false })
  await userEvent.keyboard('n')
  return { server, fields: Object.fromEntries(await each()) as Record<ReportField, HTMLTextAreaElement> }
}
const each = () => Promise.all(reportFields.map(async (name) => [name, await field(labels[name])] as const))

const filed = (server: ReturnType<typeof standInServer>) =>
  waitFor(() => {
    const sent = server.sent.find(({ method, path }) => method === 'POST' && path === '/daily-reports')
    expect(sent).toBeTruthy()
    return sent!.body as ReportSubmission
  })

describe('a name in a report (E5.16)', () => {
  it.each(reportFields)('an @ in the field %s offers names, and the picked member is sent', async (name) => {
    const { server, fields } = await form()
    await userEvent.type(fields.yesterday_work, '設計')
    await userEvent.type(fields.today_plan, '実装')
    await userEvent.type(fields[name], '、@藤井')
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      namesakes.map(({ email }) => expect.stringContaining(email)),
    )
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(fields[name].value).toMatch(/、@藤井 光 $/u)
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.keyboard('確認{Control>}{Enter}{/Control}')
    const body = await filed(server)
    expect(body.mentions).toEqual(['support'])
    expect(body[name]).toMatch(/、@藤井 光 確認$/u)
    await panelGone()
  })

  it('the draft keeps a picked member as long as the text contains the name', async () => {
    const { fields } = await form()
    await userEvent.type(fields.today_plan, '@藤井')
    await userEvent.click((await screen.findAllByRole('option'))[1]!)
    await waitFor(() => expect(reportDrafts.read(key)?.picked).toEqual([{ id: 'support', name: '藤井 光' }]))
    await userEvent.type(fields.today_plan, '{Backspace}{Backspace}{Backspace}', { skipClick: true })
    await waitFor(() => expect(reportDrafts.read(key)?.picked).toBeUndefined())
  })

  it('Escape closes the list of names first, and then the panel', async () => {
    const { fields } = await form()
    await userEvent.type(fields.today_plan, '@小野')
    await screen.findByRole('option')
    await userEvent.keyboard('{Escape}')
    expect([screen.queryByRole('option'), fields.today_plan.isConnected]).toEqual([null, true])
    await userEvent.keyboard('{Escape}')
    await panelGone()
  })

  it('no names are offered if the caret only passes a name', async () => {
    const { fields } = await form()
    await userEvent.type(fields.today_plan, '@小野')
    await screen.findByRole('option')
    await userEvent.click(fields.issues)
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.click(fields.today_plan)
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.keyboard('{Enter}結合')
    expect(fields.today_plan.value).toBe('@小野\n結合')
  })

  it('only a report that mentions the reader highlights the name', async () => {
    const today_plan = '- @佐伯 美咲 に確認'
    const issues = '@佐伯 美咲 待ち'
    standInServer({
      members,
      reports: [
        report({ id: 'a', user_id: 'ren', today_plan, issues, mentions: ['misaki'] }),
        report({ id: 'b', user_id: 'toru', today_plan }),
      ],
    })
    open()
    const names = await screen.findAllByText('@佐伯 美咲')
    expect(names.map(({ className }) => className)).toEqual(names.map(() => expect.stringContaining('bg-ai-soft')))
    expect(names).toHaveLength(2)
  })
})
