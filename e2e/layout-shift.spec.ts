import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import type { Month } from '#contract/months.ts'
import type { Report } from '#contract/reports.ts'
import type { Me } from '#contract/users.ts'
import { dateOf, type Member, signIn, signUp } from './members.ts'
import { movedParts, type Order, releaseOneByOne } from './moved-parts.ts'
import { screensOfAdministrators, screensOfMembers } from './screens.ts'
import { type Server, startServer } from './server.ts'
import { expect, ownContext as test } from './test.ts'

// One server for all tests of this file. A server without mail shows the most notes. Four pages are open at once, so
// they need their own contexts.
test.describe.configure({ mode: 'default', timeout: 300_000 }) // a hundred pages

const month = dateOf().slice(0, 'YYYY-MM'.length)
const idOf = async ({ call }: Member) => ((await call('GET', '/users/me')) as Me).id
const monthOf = async (member: Member) => `/?page=monthly-report&month=${month}&member=${await idOf(member)}`

async function fill(administrator: Member, others: Member[]) {
  const { call } = administrator
  const mentions = [await idOf(administrator)]
  await call('PATCH', '/teams/me', { month_approval: true })
  await call('POST', '/frequent_tasks', { task_list: 'レビュー\n朝会' })
  for (const email of ['a@example.com', 'b@example.com']) await call('POST', '/invitations/', { email })
  await call('POST', '/tokens', { name: '自動化', scopes: ['read'], expires_on: dateOf(30) })
  await call('PUT', `/holidays/${dateOf(9)}`, { name: '創立記念日' })
  for (const member of [administrator, ...others]) {
    await member.report({ issues: '環境待ち\n権限が足りない' })
    const { id } = (await member.report({ report_date: dateOf(-1), issues: '古い困りごと' })) as Report
    await member.call('POST', `/daily-reports/${id}/comments`, { body: '見ました', mentions })
    for (const type of ['keep', 'try']) await member.call('POST', '/insights/', { type, note: `${type}の話` })
    await member.call('PUT', `/absences/${randomUUID()}`, { from: dateOf(5), until: dateOf(6), half: null })
    const { revision } = (await member.call('GET', `/months/${month}`)) as Month
    await member.call('PATCH', `/months/${month}`, { state: 'submitted', note: '', revision })
  }
}

type Visit = { member: Member; paths: string[]; width: 1_440 | 390; order: Order }

/** Opens the paths in a new browser context. Returns what moved. */
async function visit(browser: Browser, server: string, { member, paths, width, order }: Visit): Promise<string[]> {
  const viewport = { width, height: width === 390 ? 844 : 900 }
  const context = await browser.newContext({
    viewport,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, member, server)
  await releaseOneByOne(page, order)
  const moved: string[] = []
  for (const path of paths) {
    await page.goto(server + path)
    moved.push(...(await movedParts(page)))
  }
  await context.close()
  return moved
}

let server: Server
let administrator: Member
let ren: Member
test.beforeAll(async () => {
  server = await startServer({ SIGNUP: 'join' })
  administrator = await signUp({ family_name: '管理' }, server.url, { keepsFirstSteps: true })
  ren = await signUp({ family_name: '早川', first_name: '蓮' }, server.url)
})
test.afterAll(() => server.stop())

test('no part of a new team’s first day moves, whatever the order of the responses', async ({ browser }) => {
  await ren.report()
  const aoi = await signUp({ family_name: '上田', first_name: '葵' }, server.url)
  const visits = ([1_440, 390] as const).flatMap((width) => [
    visit(browser, server.url, { member: administrator, paths: ['/'], width, order: 'reverse' }),
    visit(browser, server.url, { member: aoi, paths: ['/'], width, order: 'forward' }),
  ])
  expect((await Promise.all(visits)).flat()).toEqual([])
})

test('no part of any screen moves, whatever the order of responses', async ({ browser }) => {
  await administrator.call('PATCH', '/teams/me', { first_steps: [] })
  const others = [await signUp({ family_name: '白川' }, server.url), await signUp({ family_name: '高木' }, server.url)]
  await fill(administrator, others)
  const byAdministrator = [
    ...screensOfMembers,
    ...screensOfAdministrators,
    '/settings?tab=server',
    await monthOf(others[0]!),
  ]
  const byMember = [...screensOfMembers, await monthOf(ren)]
  const visits: Visit[] = [
    { member: administrator, paths: byAdministrator, width: 1_440, order: 'reverse' },
    { member: administrator, paths: byAdministrator, width: 390, order: 'forward' },
    { member: ren, paths: byMember, width: 1_440, order: 'forward' },
    { member: ren, paths: byMember, width: 390, order: 'reverse' },
  ]
  const moved = await Promise.all(visits.map((each) => visit(browser, server.url, each)))
  expect(moved.flat()).toEqual([])
})
