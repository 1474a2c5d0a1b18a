import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Member } from '#server/testing/team.ts'

const days = ['2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22']
const draft = (report_date: string, issues = 'VPN') => ({ report_date, yesterday_work: '設計', today_plan: '', issues })

async function office() {
  const parts = await dashboardTeam()
  const [author, colleague] = [await parts.member('早川'), await parts.member('佐伯')]
  const file = async (day: string, issues?: string): Promise<string> =>
    (await author.post('/daily-reports', draft(day, issues))).body.id
  return { ...parts, author, colleague, file }
}

const blockersOf = async (who: Pick<Member, 'get'>) => {
  const found = new Map<string, Blocker>()
  for (const day of days)
    for (const blocker of (await who.get(`/blockers?date=${day}`)).body.blockers as Blocker[])
      found.set(blocker.id, blocker)
  return [...found.values()]
}

const ways: Record<string, (here: Awaited<ReturnType<typeof office>>) => Promise<unknown>> = {
  deleted: async ({ author, colleague, file }) => {
    const newest = await file('2026-10-21')
    const [blocker] = await blockersOf(author)
    await colleague.patch(`/blockers/${blocker!.id}`, { state: 'resolved' })
    await author.delete(`/daily-reports/${newest}`)
  },
  'moved to an earlier day': async ({ author, colleague, file }) => {
    const newest = await file('2026-10-22')
    const [blocker] = await blockersOf(author)
    await colleague.patch(`/blockers/${blocker!.id}`, { state: 'resolved' })
    await author.put(`/daily-reports/${newest}`, draft('2026-10-21'))
  },
  'deleted after its row was marked as solved': async ({ author, file }) => {
    const newest = await file('2026-10-21')
    const [blocker] = await blockersOf(author)
    const blockers = [{ id: blocker!.id, state: 'solved', text: 'VPN' }]
    await author.put(`/daily-reports/${newest}`, { ...draft('2026-10-21'), blockers })
    await author.delete(`/daily-reports/${newest}`)
  },
}

test.each(Object.keys(ways))('a resolved blocker can be reopened after the newest report was %s', async (way) => {
  const here = await office()
  await here.file('2026-10-20')
  await ways[way]!(here)
  const [blocker] = await blockersOf(here.author)
  expect(blocker).toMatchObject({ state: 'resolved' })
  const change = (body: object) => here.colleague.patch(`/blockers/${blocker!.id}`, body)
  expect((await change({ state: 'acknowledged' })).body).toMatchObject({
    state: 'acknowledged',
    owner_id: here.colleague.user.id,
  })
  expect((await change({ owner_id: null })).body).toMatchObject({ state: 'open', owner_id: null })
  expect((await change({ state: 'resolved' })).body).toMatchObject({ state: 'resolved' })
  expect((await change({ state: 'open' })).body).toMatchObject({ state: 'open', owner_id: null })
})

test.each(Array.from({ length: 24 }, (_, seed) => seed))(
  'a blocker gets the requested state after random changes of its reports (seed %i)',
  async (seed) => {
    const { below, oneIn } = randomFrom(seed)
    const { author, colleague, file, clock } = await office()
    const filed: string[] = []
    const deleted: string[] = []
    for (let step = 0; step < 25; step += 1) {
      if (oneIn(2)) clock.now = new Date(clock.now.getTime() + 11_000)
      const day = days[below(days.length)]!
      const at = below(filed.length)
      const issues = ['VPN', 'VPN\n鍵が無い', ''][below(3)]!
      const what = below(7)
      if (what === 0) {
        const id = await file(day, issues)
        if (id) filed.push(id)
      } else if (what === 1 && filed.length > 0) {
        const [id] = filed.splice(at, 1)
        await author.delete(`/daily-reports/${id}`)
        deleted.push(id!)
      } else if (what === 2 && deleted.length > 0) {
        const [id] = deleted.splice(below(deleted.length), 1)
        if ((await author.post(`/daily-reports/${id}/restore`)).status === 200) filed.push(id!)
      } else if (what === 3 && filed.length > 0) {
        await author.put(`/daily-reports/${filed[at]}`, draft(day, issues))
      } else {
        const all = await blockersOf(colleague)
        const blocker = all[below(all.length)]
        if (!blocker) continue
        const who = oneIn(2) ? author : colleague
        const bodies = [{ state: 'open' }, { state: 'acknowledged' }, { state: 'resolved' }, { owner_id: null }]
        const change = bodies[below(bodies.length)]!
        expect(await who.patch(`/blockers/${blocker.id}`, change)).toMatchObject({ status: 200, body: change })
      }
    }
  },
)

test('changing a blocker succeeds or returns 404 while its only report is deleted', async () => {
  const { author, colleague, file } = await office()
  const statuses = new Set<number>()
  for (let round = 0; round < 12; round += 1) {
    const id = await file('2026-10-20')
    const [blocker] = await blockersOf(author)
    const [, ...acts] = await Promise.all([
      author.delete(`/daily-reports/${id}`),
      ...Array.from({ length: 3 }, (_, at) =>
        colleague.patch(`/blockers/${blocker!.id}`, { state: at === 1 ? 'open' : 'resolved' }),
      ),
    ])
    for (const { status } of acts) statuses.add(status)
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
})
