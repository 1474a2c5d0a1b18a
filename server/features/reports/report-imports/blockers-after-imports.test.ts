import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Member } from '#server/testing/team.ts'

const days = ['2026-10-19', '2026-10-20', '2026-10-21']
const pool = ['waiting for customer answer (Anna)', 'server 3 is down', 'server 4 is down', 'coffee is out', 'no key']

const cell = (text: string) => `"${text}"`

/** Returns each line of each day with its blocker: the state, the owner, and where the blocker began. */
async function linesOf({ get, user }: Pick<Member, 'get' | 'user'>) {
  const begun = new Map<string, string>()
  const lines: unknown[] = []
  for (const day of days)
    for (const { id, line, ...is } of (await get(`/blockers?date=${day}`)).body.blockers as Blocker[]) {
      if (is.opened_by !== user.id) continue
      if (!begun.has(id)) begun.set(id, `${day} ${line}`)
      lines.push([day, line, begun.get(id), is.text, is.state, is.owner_name, is.resolution, is.opened_on])
    }
  return lines.map(String).toSorted()
}

type Step = (who: Member, issues: readonly string[]) => Promise<unknown>

async function office() {
  const parts = await dashboardTeam()
  const [typing, importing, colleague] = [
    await parts.member('早川'),
    await parts.member('佐伯'),
    await parts.member('佐藤'),
  ]
  const put: Step = async (who, issues) => {
    for (const [at, day] of days.entries()) {
      const { body } = await who.get(`/daily-reports?report_date=${day}`)
      const own = (body.reports as { id: string; user_id: string }[]).find(({ user_id: by }) => by === who.user.id)
      const report = { report_date: day, yesterday_work: 'y', today_plan: '', issues: issues[at]! }
      const { status } = await (own ? who.put(`/daily-reports/${own.id}`, report) : who.post('/daily-reports', report))
      expect(status).toBe(own ? 200 : 201)
    }
  }
  const take = async (who: Member, issues: readonly string[]): Promise<string> => {
    const rows = days.map((day, at) => `${day},y,${cell(issues[at]!)}`)
    const { status, body } = await who.post(
      '/import?existing=replace',
      ['date,yesterday_work,issues', ...rows].join('\n'),
      {
        'content-type': 'text/csv',
      },
    )
    expect(status).toBe(200)
    return body.id
  }
  return { ...parts, typing, importing, colleague, put, take }
}

/** Makes the same change to the blocker that each author has with this line. */
async function act(who: Member, authors: readonly Member[], text: string, change: object) {
  for (const { user } of authors)
    for (const day of days) {
      const { blockers } = (await who.get(`/blockers?date=${day}`)).body as { blockers: Blocker[] }
      const meant = blockers.find((blocker) => blocker.opened_by === user.id && blocker.text === text)
      if (!meant) continue
      expect((await who.patch(`/blockers/${meant.id}`, change)).status).toBe(200)
      break
    }
}

test.each([
  ['another line in the same place', ['', '', pool[0]!], ['', '', 'The production database is down']],
  ['two lines in the other order', ['', '', `${pool[0]}\n${pool[1]}`], ['', '', `${pool[1]}\n${pool[0]}`]],
  ['a new line before a kept one', ['', '', `${pool[0]}\n${pool[1]}`], ['', '', `${pool[3]}\n${pool[1]}`]],
  ['a report without its former lines', ['', pool[0]!, pool[0]!], ['', '', '']],
])('an import of %s creates the same blockers as the report form', async (_what, first, second) => {
  for (const change of [{ state: 'acknowledged' }, { state: 'resolved' }]) {
    const { typing, importing, colleague, put, take } = await office()
    await put(typing, first)
    await put(importing, first)
    await act(colleague, [typing, importing], pool[0]!, change)
    await put(typing, second)
    await take(importing, second)
    expect(await linesOf(importing)).toEqual(await linesOf(typing))
  }
})

test.each(Array.from({ length: 6 }, (_, seed) => seed))(
  'imports and undos create the same blockers as the form with the same text (seed %i)',
  async (seed) => {
    const { below, oneIn } = randomFrom(seed)
    const { typing, importing, colleague, put, take } = await office()
    const issues = () => [...new Set(Array.from({ length: below(4) }, () => pool[below(pool.length)]!))].join('\n')
    let last = days.map(issues)
    await put(typing, last)
    await put(importing, last)
    for (let step = 0; step < 4; step += 1) {
      const change = oneIn(2) ? { state: 'acknowledged' } : { state: 'resolved' }
      await act(colleague, [typing, importing], pool[below(pool.length)]!, change)
      const next = last.with(below(days.length), issues())
      await put(typing, next)
      const id = await take(importing, next)
      expect(await linesOf(importing)).toEqual(await linesOf(typing))
      if (oneIn(2) || String(next) === String(last)) last = next
      else {
        await put(typing, last)
        expect((await importing.delete(`/import/${id}`)).status).toBe(200)
        expect(await linesOf(importing)).toEqual(await linesOf(typing))
      }
    }
  },
)
