import { expect, test } from 'vitest'
import type { DayReport } from '#contract/reports.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'

const date = '2026-11-20'
const draft = { report_date: date, yesterday_work: '設計', today_plan: '実装', issues: '' }
const noon = new Date('2026-11-20T03:00:00Z')
const nowhere = '0197a5c0-0000-7000-8000-000000000000'

const dayOf = async (reader: Member): Promise<DayReport[]> =>
  (await reader.get(`/daily-reports?report_date=${date}`)).body.reports
const marksOf = async (reader: Member) =>
  Object.fromEntries((await dayOf(reader)).map(({ id, read, changed }) => [id, { read, changed }]))
const path = (id: string) => `/daily-reports/${id}/read`

const unread = { read: false, changed: false }
const read = { read: true, changed: false }

async function morning() {
  const asakai = await team({ now: noon })
  const [author, reader] = [await asakai.member('早川'), await asakai.member('伊藤')]
  const { body: filed } = await author.post('/daily-reports', draft)
  return { ...asakai, author, reader, id: filed.id as string }
}

test('a report is unread until the reader marks the report as read (N5.01)', async () => {
  const { author, reader, id } = await morning()
  expect(await marksOf(reader)).toEqual({ [id]: unread })
  expect(await marksOf(author)).toEqual({ [id]: read })

  for (const _twice of [1, 2]) expect((await reader.put(path(id), undefined)).status).toBe(204)
  expect(await marksOf(reader)).toEqual({ [id]: read })
  for (const _twice of [1, 2]) expect((await reader.delete(path(id))).status).toBe(204)
  expect(await marksOf(reader)).toEqual({ [id]: unread })

  for (const answer of [await author.delete(path(id)), await author.put(path(id), undefined)])
    expect(answer.status).toBe(204)
  expect(await marksOf(author)).toEqual({ [id]: read })
})

test('marking a report as read affects only the member who marks it (N5.01)', async () => {
  const { author, reader, id, member, clock } = await morning()
  const second = await member('中原')
  const { body: other } = await second.post('/daily-reports', draft)
  const later = (minutes: number) => (clock.now = new Date(noon.getTime() + minutes * 60_000))
  for (const each of [id, other.id]) await reader.put(path(each), undefined)
  expect(await marksOf(reader)).toEqual({ [id]: read, [other.id]: read })
  later(1)
  await second.put(path(id), undefined)
  later(2)
  await reader.put(path(id), undefined)
  await author.put(path(id), undefined)
  const readersOf = async () =>
    (await dayOf(author)).find((report) => report.id === id)!.readers!.map(({ user_id }) => user_id)
  expect(await readersOf()).toEqual([reader.user.id, second.user.id])
  await reader.delete(path(id))
  expect(await marksOf(reader)).toEqual({ [id]: unread, [other.id]: read })
  expect(await readersOf()).toEqual([second.user.id])
})

test('an edit after reading shows the report as changed until it is read again (N5.01)', async () => {
  const { author, reader, id, clock } = await morning()
  await reader.put(path(id), undefined)
  clock.now = new Date(noon.getTime() + 60_000)
  await author.put(`/daily-reports/${id}`, { ...draft, issues: '環境が応答しない' })
  expect(await marksOf(reader)).toEqual({ [id]: { read: true, changed: true } })
  await reader.put(path(id), undefined)
  expect(await marksOf(reader)).toEqual({ [id]: read })
})

test('a reader can mark all new and changed reports of one day as read', async () => {
  const { author, reader, id, clock, member } = await morning()
  await reader.put(path(id), undefined)
  clock.now = new Date(noon.getTime() + 60_000)
  await author.put(`/daily-reports/${id}`, draft)
  const other = await (await member('中原')).post('/daily-reports', draft)
  const before = await author.post('/daily-reports', { ...draft, report_date: '2026-11-19' })

  for (const _twice of [1, 2]) expect((await reader.post('/daily-reports/read', { date })).status).toBe(204)
  expect(await marksOf(reader)).toEqual({ [id]: read, [other.body.id]: read })
  const { body } = await reader.get('/daily-reports?report_date=2026-11-19')
  expect(body.reports).toMatchObject([{ id: before.body.id, ...unread }])
})

test('only the author sees the readers of a report, in the order of reading (N5.01)', async () => {
  const { author, reader, id, member, clock } = await morning()
  const silent = await member('三浦')
  const later = await member('中原')
  await reader.put(path(id), undefined)
  clock.now = new Date(noon.getTime() + 60_000)
  await later.post('/daily-reports/read', { date })

  const own = (await dayOf(author))[0]!
  expect(own.readers).toEqual([
    { user_id: reader.user.id, user_name: '伊藤 直樹' },
    { user_id: later.user.id, user_name: '中原 直樹' },
  ])
  expect(JSON.stringify(own)).not.toContain(silent.user.id)
  for (const other of [reader, later, silent]) {
    const text = JSON.stringify(await dayOf(other))
    expect(text).not.toContain('readers')
    for (const { user } of [reader, later, silent]) expect(text).not.toContain(user.id)
  }
})

test('the author sees a thousand readers of a report in one response', async () => {
  const { author, reader, id, database, teamId } = await morning()
  const readers = Array.from({ length: 1000 }, (_, index) => {
    const [user_id, number] = [crypto.randomUUID(), index + 1]
    const email = `${number}@${teamId}`
    const user = { team_id: teamId, id: user_id, preferred_name: '', first_name: '直樹', family_name: `読者${number}` }
    return {
      user: { ...user, email, email_key: email },
      reading: { team_id: teamId, report_id: id, user_id, read_at: new Date(noon.getTime() + number * 1_000) },
    }
  })
  await withTeamTransaction(database, { teamId }, async (db) => {
    const [users, readings] = [readers.map(({ user }) => user), readers.map(({ reading }) => reading)]
    await db.insertInto('users').values(users).execute()
    await db.insertInto('report_reads').values(readings).execute()
  })
  const [own] = await dayOf(author)
  expect(own!.readers!.map(({ user_name }) => user_name)).toEqual(
    Array.from({ length: 1000 }, (_, index) => `読者${index + 1} 直樹`),
  )
  expect(JSON.stringify(await dayOf(reader))).not.toContain('読者')
})

test('marking a missing report or another team’s report as read answers not_found', async () => {
  const { reader, id } = await morning()
  const outsider = await (await team({ now: noon })).member()
  for (const [who, which] of [
    [reader, nowhere],
    [reader, 'x'],
    [outsider, id],
  ] as const)
    for (const answer of [await who.put(path(which), undefined), await who.delete(path(which))])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await reader.post('/daily-reports/read', { date: '2026-02-30' })).status).toBe(400)
  expect((await reader.post('/daily-reports/read', {})).status).toBe(400)
})

test('thirty simultaneous reads of a report by one member are stored once', async () => {
  const { author, reader, id, database, teamId } = await morning()
  const answers = await Promise.all(Array.from({ length: 30 }, () => reader.put(path(id), undefined)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  const kept = () =>
    withTeamTransaction(database, { teamId }, (db) => db.selectFrom('report_reads').selectAll().execute())
  expect(await kept()).toHaveLength(1)
  await author.delete(`/daily-reports/${id}`)
  expect(await kept()).toEqual([])
})
