import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyReport } from '#contract/report-fields.ts'
import { noChoices } from '../../features/reports/line-outcomes.ts'
import { choose, chooseAll, inBothFields, returningLines } from '../../features/reports/plan-return.ts'
import { button, field, latest, members, noticeQuestion, open, panelGone, today } from '../../testing/daily-report.tsx'
import { standInServer } from '../../testing/server.ts'

const before = { ...latest, today_plan: '設計\n見積もり', issues: '', blocker: '' }
const send = '{Control>}{Enter}{/Control}'
const question = '2行が両方の欄に入っています。どちらに残しますか。'

async function submitUntouched(parts: Parameters<typeof open>[0] = {}) {
  const server = standInServer({ members, latest: before })
  open(parts)
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await screen.findByText('前回(10月22日)の予定')
  await userEvent.keyboard(send)
  return server
}

describe('untouched lines in both fields (E2.03)', () => {
  it('the form says that untouched lines are in both fields until each line has a choice', async () => {
    standInServer({ members, latest: before })
    open()
    await screen.findByText('10月23日の日報はまだありません')
    await userEvent.keyboard('n')
    const note = 'まだ選んでいない行は、今は両方の欄に入っています'
    expect(await screen.findAllByText(note)).toHaveLength(1)
    await userEvent.click((await screen.findAllByRole('radio', { name: '済' }))[0]!)
    expect(screen.getAllByText(note)).toHaveLength(1)
    await userEvent.click((await screen.findAllByRole('radio', { name: '済' }))[1]!)
    expect(screen.queryByText(note)).toBeNull()
  })

  it('a submit asks about untouched lines, and sends them in both fields if the member agrees', async () => {
    const server = await submitUntouched()
    const group = within(await screen.findByRole('group', { name: question }))
    expect(group.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['設計', '見積もり'])
    expect(server.filed()).toEqual([])
    await userEvent.click(await button(/^両方/u))
    await panelGone()
    expect(server.filed()).toEqual([[today, before.today_plan, before.today_plan, '']])
  })

  it.each([
    ['昨日やったこと', /^今日やること/u, [today, before.today_plan, '次の機能', '']],
    ['今日やること', /^昨日やったこと/u, [today, '次の機能', before.today_plan, '']],
  ])(
    'keeping the untouched lines in %s focuses the other field, which is empty and required',
    async (name, other, filed) => {
      const server = await submitUntouched()
      await userEvent.click(await button(name))
      expect(screen.queryByRole('group', { name: question })).toBeNull()
      expect(document.activeElement).toBe(await field(other))
      // The field is empty on purpose: the member chose the other one.
      expect((await field(other)).getAttribute('aria-invalid')).not.toBe('true')
      await userEvent.keyboard(`次の機能${send}`)
      await panelGone()
      expect(server.filed()).toEqual([filed])
    },
  )

  it('a second press of the submit keys sends the untouched lines in both fields', async () => {
    const server = await submitUntouched()
    await screen.findByRole('group', { name: question })
    noticeQuestion()
    await userEvent.keyboard(send)
    await panelGone()
    expect(server.filed()).toEqual([[today, before.today_plan, before.today_plan, '']])
  })

  it('a double press of the submit keys does not answer the question about untouched lines', async () => {
    const server = await submitUntouched()
    await screen.findByRole('group', { name: question })
    await userEvent.keyboard(send)
    expect(screen.getByRole('group', { name: question })).toBeTruthy()
    expect(server.filed()).toEqual([])
  })

  it('a rejected submit is retried without asking about untouched lines again', async () => {
    const server = await submitUntouched()
    server.instead = ({ method }) => (method === 'POST' ? { status: 500, body: { code: 'internal' } } : undefined)
    await userEvent.click(await button(/^両方/u))
    await screen.findByRole('alert')
    server.instead = () => undefined
    await userEvent.click(await button(/^提出する/u))
    await panelGone()
    expect(server.filed().at(-1)).toEqual([today, before.today_plan, before.today_plan, ''])
  })

  it('an evening team is not asked about lines in both fields', async () => {
    const server = await submitUntouched({ time: 'evening' })
    expect(screen.queryByRole('group', { name: /両方の欄/u })).toBeNull()
    expect(screen.queryByText(/今は両方の欄/u)).toBeNull()
    expect(server.filed()).toEqual([])
  })
})

it('a submit asks about exactly the lines without a choice', () => {
  const lines = fc.uniqueArray(fc.constantFrom('設計', '- 見積もり', '  [x] 試験', '1. 手順', 'a b'), { minLength: 1 })
  const outcomes = fc.array(fc.constantFrom('done', 'carried', 'dropped', undefined), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(lines, outcomes, fc.constantFrom('done', 'carried'), (planned, chosen, answer) => {
      const plan = planned.join('\n')
      const start = {
        words: { ...emptyReport, yesterday_work: plan, today_plan: plan, issues: '' },
        choices: noChoices,
      }
      const touched = planned.reduce((held, line, at) => {
        const outcome = chosen[at]
        return outcome ? choose(plan, held, line.trimEnd(), outcome, 'morning') : held
      }, start)
      const asked = inBothFields(returningLines(plan, touched.choices, touched.words, 'morning'), 'morning')
      expect(asked).toEqual(planned.filter((_, at) => !chosen[at]))
      const { words } = chooseAll(plan, touched, asked, answer, 'morning')
      const [yesterday, today] = [words.yesterday_work.split('\n'), words.today_plan.split('\n')]
      expect(yesterday.filter((line) => line !== '' && today.includes(line))).toEqual([])
    }),
  )
})

it('the keys shown on the submit button submit even if the button has the focus', async () => {
  const server = standInServer({ members, latest })
  open()
  await screen.findByText('10月23日の日報はまだありません')
  await userEvent.keyboard('n')
  await screen.findByText('前回(10月22日)の予定')
  const submit = await button(/提出する/u)
  submit.focus()
  fireEvent.keyDown(submit, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('group', { name: /両方の欄/u })
  submit.focus()
  noticeQuestion()
  fireEvent.keyDown(submit, { key: 'Enter', ctrlKey: true })
  await panelGone()
  expect(server.filed()).toHaveLength(1)
})
