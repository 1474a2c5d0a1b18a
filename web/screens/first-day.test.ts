import { beforeEach, expect, it, vi } from 'vitest'
import { storeTokens } from '../api/tokens.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { membersQuery } from '../features/members/queries.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { report, standInServer } from '../testing/server.ts'
import { askForFirstDay, forgetFirstDay, queriesOf } from './first-day.ts'

const day = '2026-10-23'
/** As the server's are, of this member. */
const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.x`
const serve = () => standInServer({ members: [], reports: [report({ id: 'early' })] })
const dates = (sent: ReturnType<typeof serve>['sent']) =>
  sent.filter(({ path }) => path.endsWith('/daily-reports')).map(({ query }) => query.get('report_date'))
/** As the shell of this member reads it. */
const readAs = async (memberId: string, date = day) =>
  (await queriesOf(memberId).fetchQuery(dayQuery(date))).map(({ id }) => id)

beforeEach(() => {
  forgetFirstDay()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 9, 23, 9) })
  storeTokens({ access_token: tokenOf('misaki') })
})

it('is asked for once, and read by one shell', async () => {
  const { sent } = serve()
  askForFirstDay()
  askForFirstDay()
  expect(dates(sent)).toEqual([day])
  expect(await readAs('misaki')).toEqual(['early'])
  await readAs('misaki') // by a shell that React draws anew
  expect(dates(sent)).toEqual([day])
  forgetFirstDay()
  await readAs('misaki')
  expect(dates(sent)).toEqual([day, day])
})

it('is the one of the address', async () => {
  const { sent } = serve()
  history.replaceState(null, '', '/?date=2026-10-20')
  askForFirstDay()
  expect(dates(sent)).toEqual(['2026-10-20'])
  await readAs('misaki')
  expect(dates(sent)).toEqual(['2026-10-20', day])
})

it('comes with who may be of it', async () => {
  const { sent } = serve()
  askForFirstDay()
  const queries = queriesOf('misaki')
  await queries.fetchQuery(membersQuery)
  await queries.fetchQuery(daysOffQuery('2026-10'))
  expect(sent.map(({ path }) => path).toSorted()).toEqual(['/absences', '/daily-reports', '/holidays', '/users/'])
})

it('is nobody else’s', async () => {
  const { sent } = serve()
  askForFirstDay()
  storeTokens({ access_token: tokenOf('ren') })
  await readAs('ren')
  expect(dates(sent)).toEqual([day, day])
})

it.each(['/settings', '/?page=activity', '/invitation'])('is not asked for by who comes to %s', (address) => {
  const { sent } = serve()
  history.replaceState(null, '', address)
  askForFirstDay()
  expect(sent).toEqual([])
})

it('is not asked for by who has no session', () => {
  const { sent } = serve()
  localStorage.clear()
  askForFirstDay()
  expect(sent).toEqual([])
})
