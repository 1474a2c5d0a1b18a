import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withTeamTransaction } from '#server/db/database.ts'
import { selectDigestText } from '#server/features/notifications/digest/operations.ts'
import { routesOf } from '#server/testing/described.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const today = '2026-11-20'
const now = new Date(`${today}T03:00:00Z`)
const marker = 'zqxmarker'

/** Values for each query parameter. A new required parameter must be added here. */
const values: Record<string, string[]> = {
  report_date: [today],
  date: [today],
  day: [today],
  from: ['2026-11-16'],
  to: [today],
  since: ['2026-11-16'],
  until: [today],
  year: ['2026'],
  month: ['11'],
  q: [marker],
  limit: ['100'],
  offset: ['0'],
  token: ['unknown'],
  code: ['unknown'],
  state: ['unknown'],
}
const params: Record<string, string[]> = {
  month: ['2026-11'],
  date: [today],
  source: ['github'],
  provider: ['github'],
  reaction: ['ok'],
}

type Described = {
  properties?: Record<string, { enum?: string[]; anyOf?: { enum?: string[] }[] }>
  required?: string[]
}
type Route = ReturnType<typeof routesOf>[number]

/** Returns the URLs to request a route: with only the required parameters, and with each optional one. */
function addressesOf({ name, path, schema }: Route, ids: readonly string[]): string[] {
  const { properties = {}, required = [] } = schema?.querystring
    ? (z.toJSONSchema(schema.querystring as z.ZodMiniType, { io: 'input' }) as Described)
    : {}
  const valuesOf = (parameter: string) => {
    const words = properties[parameter]?.enum ?? properties[parameter]?.anyOf?.flatMap((one) => one.enum ?? [])
    if (words?.length) return words
    return values[parameter] ?? (/(?:^|_)id$/u.test(parameter) ? ids : [])
  }
  for (const parameter of required) expect(valuesOf(parameter), `${name} ?${parameter}`).not.toEqual([])
  const combine = (parts: [string, readonly string[]][]) =>
    parts.reduce<string[][]>(
      (all, [key, each]) => all.flatMap((one) => each.map((value) => one.concat(`${key}=${value}`))),
      [[]],
    )
  const base = combine(required.map((parameter) => [parameter, valuesOf(parameter)]))
  const others = Object.keys(properties).filter((parameter) => !required.includes(parameter))
  const queries = [
    ...base,
    ...others.flatMap((other) =>
      base.flatMap((one) => valuesOf(other).map((value) => one.concat(`${other}=${value}`))),
    ),
  ]
  const paths = [...path.matchAll(/:(\w+)/gu)].reduce<string[]>(
    (all, [whole, parameter]) =>
      all.flatMap((one) => (params[parameter!] ?? ids).map((value) => one.replace(whole, value))),
    [path],
  )
  return paths.flatMap((one) => queries.map((query) => (query.length > 0 ? `${one}?${query.join('&')}` : one)))
}

/** Returns a response as text. For a workbook, returns the text of its cells. */
async function textOf(app: Awaited<ReturnType<typeof team>>['app'], { tokens }: Member, address: string) {
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const { rawPayload, body, headers: answered, statusCode } = await app.inject({ url: `/api${address}`, headers })
  expect(statusCode, address).toBeLessThan(500)
  return String(answered['content-type']).includes('spreadsheet')
    ? JSON.stringify(await readWorkbook(rawPayload))
    : body
}

/** The exports of a member's own data. They contain everything that is still stored about the member. */
const ownExports = new Set(['/users/me/export'])

async function marked() {
  const here = await team({ now })
  const [author, colleague] = [await here.member('早川'), await here.member('佐伯')]
  const text = (where: string) => `${marker} ${where}`
  const report = (
    await author.post('/daily-reports', {
      report_date: today,
      yesterday_work: text('yesterday'),
      today_plan: text('plan'),
      issues: text('blocker'),
    })
  ).body.id as string
  const insight = (await author.post('/insights', { type: 'try', note: text('insight') })).body.id as string
  const comment = async (about: string) =>
    (await colleague.post(`${about}/comments`, { body: text(about), mentions: [author.user.id] })).body.id as string
  const [onReport, onInsight] = [await comment(`/daily-reports/${report}`), await comment(`/insights/${insight}`)]
  const blocker = (await author.get('/blockers')).body.blockers[0].id as string
  const ids = [report, insight, onReport, onInsight, blocker, author.user.id, colleague.user.id]
  const routes = routesOf(here.app).filter(
    ({ method, path }) => method === 'GET' && path !== '/events' && !path.startsWith('/docs'),
  )
  const readers = { author, colleague }
  type Finding = { reader: keyof typeof readers; address: string }
  const findingsOf = (addresses: readonly string[]) =>
    addresses
      .filter((one) => !ownExports.has(one))
      .flatMap((address): Finding[] => [
        { reader: 'author', address },
        { reader: 'colleague', address },
      ])
  const every = findingsOf(routes.flatMap((route) => addressesOf(route, ids)))
  /** One URL of each route. A URL that does not show the marker at first must not show the marker later, either. */
  const oneOfEach = findingsOf(routes.flatMap((route) => addressesOf(route, ids).slice(0, 1)))
  /** Returns the requests whose response contains the marker, and 'digest' if the digest contains it. */
  const found = async (places: readonly Finding[]): Promise<(Finding | 'digest')[]> => {
    const all: (Finding | 'digest')[] = []
    for (const place of places)
      if ((await textOf(here.app, readers[place.reader], place.address)).includes(marker)) all.push(place)
    const digest = await withTeamTransaction(here.database, here, (db) =>
      selectDigestText(db, here, today, 'http://localhost'),
    )
    if (JSON.stringify(digest).includes(marker)) all.push('digest')
    return all
  }
  /** Requests every URL. Returns what they show, and a function that requests the same places and `oneOfEach` again. */
  const watch = async () => {
    const before = await found(every)
    const shown = before.filter((place) => place !== 'digest')
    const others = oneOfEach.filter(
      (one) => !shown.some(({ reader, address }) => reader === one.reader && address === one.address),
    )
    return { before, again: () => found([...shown, ...others]) }
  }
  return { ...here, author, colleague, report, insight, onReport, onInsight, watch, text }
}

// The test makes hundreds of calls.
test(
  'no response contains a deleted report, insight or comment until its restoration (E2.01)',
  { timeout: 300_000 }, // milliseconds, because a machine can be busy
  async () => {
    const { author, colleague, report, insight, onReport, onInsight, watch, text } = await marked()
    const { before, again } = await watch()
    for (const part of [
      '/daily-reports?',
      '/daily-reports/my/latest',
      '/search?',
      '/export?format=xlsx',
      '/activity',
      '/week',
      '/mentions',
      '/dashboard',
      '/monthly',
      '/blockers',
    ])
      expect(
        before.filter((place) => place !== 'digest' && place.address.includes(part)),
        part,
      ).not.toEqual([])

    await author.delete(`/insights/${insight}`)
    await author.delete(`/daily-reports/${report}`)
    expect(await again()).toEqual([])

    expect((await author.post(`/daily-reports/${report}/restore`)).status).toBe(200)
    expect((await author.post('/insights', { id: insight, type: 'try', note: text('insight') })).status).toBe(201)
    expect(new Set(await again())).toEqual(new Set(before))

    // Removes the marker from the report and the insight, so that only the comments contain it.
    await author.put(`/daily-reports/${report}`, {
      report_date: today,
      yesterday_work: '設計',
      today_plan: '実装',
      issues: '',
    })
    await author.put(`/insights/${insight}`, { type: 'try', note: '朝会' })
    expect(await again()).not.toEqual([])
    for (const id of [onReport, onInsight]) expect((await colleague.delete(`/comments/${id}`)).status).toBe(204)
    expect(await again()).toEqual([])
  },
)

test('a restored report lacks the comments of a member who was erased after the deletion', async () => {
  const { author, colleague, report } = await marked()
  await author.delete(`/daily-reports/${report}`)
  expect((await colleague.call('DELETE', '/users/me', { password, reports: 'erase' })).status).toBe(204)
  await author.post(`/daily-reports/${report}/restore`)
  expect((await author.get(`/daily-reports/${report}/comments`)).body.comments).toEqual([])
})
