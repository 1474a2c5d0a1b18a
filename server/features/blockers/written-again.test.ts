import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { randomFrom } from '#server/testing/random.ts'

const days = ['2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23']
const texts = { present: '検証環境のデータベースが応答しない', changed: '検証環境のデータベースが応答しません' }
type Line = keyof typeof texts | 'absent'
type Choice = 'solved' | 'open' | undefined

/** Creates a blocker in yesterday's report. Its author and a colleague can act on it. */
async function office() {
  const { member, clock } = await dashboardTeam()
  const [author, colleague] = [await member('早川'), await member('佐伯')]
  const reports = new Map<string, string>()
  const find = async (): Promise<Blocker> => {
    const states = ['', '?state=resolved', '?state=unmentioned']
    const lists = await Promise.all(states.map((query) => author.get(`/blockers${query}`)))
    return lists.flatMap(({ body }) => body.blockers as Blocker[]).find(({ opened_on }) => opened_on === days[0])!
  }
  await author.post('/daily-reports', {
    report_date: days[0],
    yesterday_work: '設計',
    today_plan: '',
    issues: texts.present,
  })
  const { id } = await find()
  const save = async (day: string, line: Line, choice?: Choice) => {
    const text = line === 'absent' ? texts.present : texts[line]
    const report = {
      report_date: day,
      yesterday_work: '設計',
      today_plan: '',
      issues: line === 'absent' ? '鍵がない' : `鍵がない\n${text}`,
      ...(choice && { blockers: [{ id, state: choice, text }] }),
    }
    const known = reports.get(day)
    const answer = await (known ? author.put(`/daily-reports/${known}`, report) : author.post('/daily-reports', report))
    expect(answer.status).toBe(known ? 200 : 201)
    reports.set(day, answer.body.id)
  }
  const remove = async (day: string) => {
    expect((await author.delete(`/daily-reports/${reports.get(day)}`)).status).toBe(204)
    reports.delete(day)
  }
  const act = async (change: object) => {
    expect((await colleague.patch(`/blockers/${id}`, change)).status).toBe(200)
  }
  const advanceClock = () => (clock.now = new Date(clock.now.getTime() + 11_000))
  return { author, colleague, find, save, remove, act, advanceClock }
}

const [, day, next] = days as [string, string, string]

test.each<[string, (here: Awaited<ReturnType<typeof office>>) => Promise<unknown>, object]>([
  [
    'written again after its row was solved',
    async ({ save }) => {
      await save(day, 'present')
      await save(day, 'absent', 'solved')
      await save(day, 'present')
    },
    { state: 'open', reopened: true, resolved_on: null },
  ],
  [
    'written again in other words after its row was solved',
    async ({ save }) => {
      await save(day, 'absent', 'solved')
      await save(day, 'changed')
    },
    { state: 'open', text: texts.changed },
  ],
  [
    'chosen as open after a colleague resolved it',
    async ({ save, act }) => {
      await save(day, 'present')
      await act({ state: 'resolved' })
      await save(day, 'present', 'open')
    },
    { state: 'open', reopened: true },
  ],
  [
    'kept by an edit of other lines after a colleague resolved it',
    async ({ save, act }) => {
      await save(day, 'present')
      await act({ state: 'resolved' })
      await save(day, 'present')
      await save(day, 'changed')
    },
    { state: 'resolved', resolution: 'solved', reopened: false },
  ],
  [
    'solved, written again and left out again',
    async ({ save }) => {
      await save(day, 'absent', 'solved')
      await save(day, 'present')
      await save(day, 'absent')
    },
    { state: 'resolved', resolution: 'solved' },
  ],
  [
    'solved by the save that writes it again',
    async ({ save }) => {
      await save(day, 'absent', 'solved')
      await save(day, 'present', 'solved')
    },
    { state: 'resolved' },
  ],
  [
    'taken by a colleague, solved and written again',
    async ({ save, act, colleague }) => {
      await save(day, 'present')
      await act({ owner_id: colleague.user.id })
      await save(day, 'absent', 'solved')
      await save(day, 'present')
    },
    { state: 'acknowledged', owner_name: expect.stringContaining('佐伯') },
  ],
  [
    'solved in a report that is deleted and written again',
    async ({ save, remove }) => {
      await save(day, 'absent', 'solved')
      await remove(day)
      await save(day, 'present')
    },
    { state: 'open', reopened: true },
  ],
  [
    'resolved after the next report, then written into the one before',
    async ({ save, act }) => {
      await save(day, 'absent')
      await save(next, 'absent')
      await act({ state: 'resolved' })
      await save(day, 'present')
    },
    { state: 'resolved', resolution: 'solved' },
  ],
])('a blocker has the expected state if it is %s', async (_what, does, is) => {
  const here = await office()
  await does(here)
  expect(await here.find()).toMatchObject(is)
})

type Model = { state: 'open' | 'resolved' | 'unmentioned'; line: Line | 'no report'; ended: boolean }

/** Returns the expected blocker after the newest report is saved. `ended`: the last action resolved it. */
function afterSave({ state, line: was, ended }: Model, line: Line, choice: Choice): Model {
  if (choice === 'solved') return { state: 'resolved', line, ended: true }
  if (line === 'absent') return { state: ended ? 'resolved' : 'unmentioned', line, ended }
  const isAgain = was === 'absent' || was === 'no report' || choice === 'open'
  return { state: isAgain || state !== 'resolved' ? 'open' : 'resolved', line, ended }
}

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'a blocker has the expected state after saves, choices and resolutions in random order (seed %i)',
  async (seed) => {
    const { below, oneIn } = randomFrom(seed)
    const { find, save, act, advanceClock } = await office()
    let model: Model = { state: 'open', line: 'no report', ended: false }
    for (let step = 0; step < 14; step += 1) {
      advanceClock()
      if (oneIn(4) && model.line !== 'no report') {
        // The colleague's action decides the state, until the line is removed or written again.
        await act({ state: 'resolved' })
        model = { line: model.line, state: 'resolved', ended: true }
      } else {
        const line = (['present', 'changed', 'absent'] as const)[below(3)]!
        const choice = ([undefined, undefined, 'solved', 'open'] as const)[below(line === 'absent' ? 3 : 4)]
        await save(day, line, choice)
        model = afterSave(model, line, choice)
      }
      expect((await find()).state).toBe(model.state)
    }
    const isNamed = model.line === 'present' || model.line === 'changed'
    if (!isNamed) return
    await save(next, 'present')
    expect(await find()).toMatchObject({ state: 'open', report_date: next })
  },
)
