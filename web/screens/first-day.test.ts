import { beforeEach, expect, it, vi } from 'vitest'
import { storeTokens } from '../api/tokens.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { report, standInServer } from '../testing/server.ts'
import { askForFirstDay, queriesOf } from './first-day.ts'

const day = '2026-10-23'
/** As the server's are, of this member. */
const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.x`
const serve = () => standInServer({ members: [], reports: [report({ id: 'early' })] })
/** As the shell of this member reads it. */
const readAs = async (memberId: string, date = day) =>
  (await queriesOf(memberId).fetchQuery(dayQuery(date))).map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 9, 23, 9) })
  storeTokens({ access_token: tokenOf('misaki') })
})

it('is asked for once, and read by one shell', async () => {
  const { sent } = serve()
  askForFirstDay()
  expect(sent.length).toBe(1)
  expect(await readAs('misaki')).toEqual(['early'])
  expect(sent.length).toBe(1)
  await readAs('misaki')
  expect(sent.length).toBe(2)
})

it('is the one of the address', async () => {
  const { sent } = serve()
  history.replaceState(null, '', '/?date=2026-10-20')
  askForFirstDay()
  expect(sent.map(({ query }) => query.get('report_date'))).toEqual(['2026-10-20'])
  await readAs('misaki')
  expect(sent.length).toBe(2)
})

it('is nobody else’s', async () => {
  const { sent } = serve()
  askForFirstDay()
  storeTokens({ access_token: tokenOf('ren') })
  await readAs('ren')
  expect(sent.length).toBe(2)
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
