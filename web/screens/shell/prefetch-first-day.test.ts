import { beforeEach, expect, it, vi } from 'vitest'
import { storeTokens } from '../../api/tokens.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { membersQuery } from '../../entities/members.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { report, standInServer } from '../../testing/server.ts'
import { prefetchFirstDay, clearFirstDayPrefetch, queryClientFor } from './prefetch-first-day.ts'

const day = '2026-10-23'
/** Returns a token of the member in the form of the server's tokens. */
const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.x`
const serve = () => standInServer({ members: [], reports: [report({ id: 'early' })] })
const dates = (sent: ReturnType<typeof serve>['sent']) =>
  sent.filter(({ path }) => path.endsWith('/daily-reports')).map(({ query }) => query.get('report_date'))
/** Fetches the day as the shell of this member would. */
const readAs = async (memberId: string, date = day) =>
  (await queryClientFor(memberId).fetchQuery(dayQuery(date))).map(({ id }) => id)

beforeEach(() => {
  clearFirstDayPrefetch()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 9, 23, 9) })
  storeTokens({ access_token: tokenOf('misaki') })
})

it('the first day is requested once, even if the app is rendered again', async () => {
  const { sent } = serve()
  prefetchFirstDay()
  prefetchFirstDay()
  expect(dates(sent)).toEqual([day])
  expect(await readAs('misaki')).toEqual(['early'])
  await readAs('misaki') // React may render the shell a second time
  expect(dates(sent)).toEqual([day])
  clearFirstDayPrefetch()
  await readAs('misaki')
  expect(dates(sent)).toEqual([day, day])
})

it('the day in the URL is requested before the app is rendered', async () => {
  const { sent } = serve()
  history.replaceState(null, '', '/?date=2026-10-20')
  prefetchFirstDay()
  expect(dates(sent)).toEqual(['2026-10-20'])
  await readAs('misaki')
  expect(dates(sent)).toEqual(['2026-10-20', day])
})

it('everything that the first day needs is requested before the app is rendered', async () => {
  const { sent } = serve()
  prefetchFirstDay()
  const queries = queryClientFor('misaki')
  await queries.fetchQuery(membersQuery)
  await queries.fetchQuery(daysOffQuery('2026-10'))
  expect(sent.map(({ path }) => path).toSorted()).toEqual([
    '/absences',
    '/blockers',
    '/daily-reports',
    '/holidays',
    '/users/',
  ])
})

it('the prefetched first day is not given to another member', async () => {
  const { sent } = serve()
  prefetchFirstDay()
  storeTokens({ access_token: tokenOf('ren') })
  await readAs('ren')
  expect(dates(sent)).toEqual([day, day])
})

it.each(['/settings', '/?page=activity', '/invitation'])(
  'the first day is not prefetched on the page %s',
  (address) => {
    const { sent } = serve()
    history.replaceState(null, '', address)
    prefetchFirstDay()
    expect(sent).toEqual([])
  },
)

it('the first day is not prefetched without a session', () => {
  const { sent } = serve()
  localStorage.clear()
  prefetchFirstDay()
  expect(sent).toEqual([])
})
