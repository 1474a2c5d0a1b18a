import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reportFields } from '#contract/report-fields.ts'
import { ReportDay } from '#contract/reports.ts'
import { team } from '#server/testing/team.ts'

const date = '2026-11-20'
const draft = { report_date: date, yesterday_work: '#482 をレビュー', today_plan: 'リリースノート', issues: '' }
/** The fields that a day's page adds to a report, for a member who has not read the report. */
const unread = { read: false, changed: false, replaced_by: null, comments: 0, reactions: [], mentions: [] }
const own = { ...unread, read: true, readers: [] }
const noon = new Date('2026-11-20T03:00:00Z')

describe('filing a report', () => {
  test('a new report is visible to everyone in the team', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]

    const filed = await hayakawa.post('/daily-reports', draft)
    const day = await ito.get(`/daily-reports?report_date=${date}`)

    expect(filed.status).toBe(201)
    expect(filed.body).toMatchObject({
      ...draft,
      user_id: hayakawa.user.id,
      user_name: '早川 直樹',
      status: 'submitted',
    })
    expect(day.status).toBe(200)
    expect(day.body).toEqual({ reports: [{ ...filed.body, ...unread }], total: 1 })
    // The route sends this JSON as text, so the route's schema does not check the response.
    expect(ReportDay.parse(day.body)).toEqual(day.body)
    expect(day.headers['content-type']).toMatch(/^application\/json/u)
  })

  test('thirty simultaneous requests for one day store one report', async () => {
    const { member } = await team({ now: noon })
    const hayakawa = await member()

    const answers = await Promise.all(Array.from({ length: 30 }, () => hayakawa.post('/daily-reports', draft)))

    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'report_exists')).toHaveLength(29)
    expect((await hayakawa.get(`/daily-reports?report_date=${date}`)).body.total).toBe(1)
  })

  test('the times of a report have the offset of the team’s time zone', async () => {
    const { member } = await team({ timeZone: 'Asia/Kolkata' })
    const filed = await (await member()).post('/daily-reports', draft)
    expect(filed.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/u)
    expect(filed.body.updated_at).toMatch(/\+05:30$/u)
  })

  test('a report for a day that has not begun anywhere on Earth is refused', async () => {
    // At 10:00 UTC, the 21st begins in Kiritimati (+14).
    const { member, clock } = await team({ now: new Date('2026-11-20T09:59:59Z') })
    const hayakawa = await member()
    const tomorrow = { ...draft, report_date: '2026-11-21' }

    const tooEarly = await hayakawa.post('/daily-reports', tomorrow)
    clock.now = new Date('2026-11-20T10:00:00Z')
    const inTime = await hayakawa.post('/daily-reports', tomorrow)

    expect(tooEarly).toMatchObject({
      status: 400,
      body: { code: 'date_in_future', errors: [{ field: 'report_date' }] },
    })
    expect(inTime.status).toBe(201)
  })

  test.each(reportFields)('a report can have 10,000 characters in %s, but not one more', async (field) => {
    const { member } = await team({ now: noon })
    const hayakawa = await member()
    const refused = await hayakawa.post('/daily-reports', { ...draft, [field]: '日'.repeat(10_001) })
    const longest = await hayakawa.post('/daily-reports', { ...draft, [field]: '日'.repeat(10_000) })

    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field, code: 'too_long' }] },
    })
    expect(longest.status).toBe(201)
    expect(longest.body[field]).toHaveLength(10_000)
  })

  test.each([
    [{ report_date: '2026-02-30' }, 'report_date', 'invalid_date'],
    [{ report_date: '20.11.2026' }, 'report_date', 'invalid_date'],
    [{ report_date: undefined }, 'report_date', 'required'],
    [{ today_plan: undefined }, 'today_plan', 'required'],
    [{ today_plan: 5 }, 'today_plan', 'invalid'],
    [{ today_plan: null }, 'today_plan', 'invalid'],
    [{ issues: 'a\0b' }, 'issues', 'invalid_characters'],
    [{ issues: '\ud800' }, 'issues', 'invalid_characters'],
  ])('a report with %j is refused with an error at %s', async (change, field, code) => {
    const { member } = await team({ now: noon })
    const answer = await (await member()).post('/daily-reports', { ...draft, ...change })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ field, code, message: expect.stringMatching(/\S/u) }])
  })

  test('the API ignores unknown fields of a report', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    const filed = await hayakawa.post('/daily-reports', {
      ...draft,
      user_id: ito.user.id,
      status: 'edited',
      mood: 'fine',
    })
    expect(filed.body).toMatchObject({ user_id: hayakawa.user.id, status: 'submitted' })
    expect(filed.body).not.toHaveProperty('mood')
  })
})

describe("a team's day", () => {
  test('the list of a day orders the reports by display name, page by page', async () => {
    const { member } = await team({ now: noon })
    for (const name of ['Tamm', 'Aas', 'Kask']) await (await member(name)).post('/daily-reports', draft)
    const reader = await member('伊藤')
    await reader.post('/daily-reports', { ...draft, report_date: '2026-11-19' })
    const names = async (query: string) => {
      const { body } = await reader.get(`/daily-reports?report_date=${date}&${query}`)
      return { names: body.reports.map((report: { user_name: string }) => report.user_name), total: body.total }
    }
    expect(await names('')).toEqual({ names: ['Aas 直樹', 'Kask 直樹', 'Tamm 直樹'], total: 3 })
    expect(await names('limit=2')).toEqual({ names: ['Aas 直樹', 'Kask 直樹'], total: 3 })
    expect(await names('limit=2&offset=2')).toEqual({ names: ['Tamm 直樹'], total: 3 })
    expect(await names('offset=9')).toEqual({ names: [], total: 3 })
  })

  test.each([
    ['limit=1', 200],
    ['limit=100', 200],
    ['offset=0', 200],
    ['limit=0', 400],
    ['limit=101', 400],
    ['limit=2.5', 400],
    ['limit=many', 400],
    ['offset=-1', 400],
    ['offset=99999999999999999999', 400],
  ])('the list of a day answers the query %s with status %i', async (query, status) => {
    const { member } = await team()
    expect((await (await member()).get(`/daily-reports?report_date=${date}&${query}`)).status).toBe(status)
  })

  test('the list of reports requires a date', async () => {
    const { member } = await team()
    const answer = await (await member()).get('/daily-reports')
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'report_date', code: 'required' }] } })
  })

  test('the list of a day without reports is empty', async () => {
    const { member } = await team()
    expect((await (await member()).get('/daily-reports?report_date=2020-01-01')).body).toEqual({
      reports: [],
      total: 0,
    })
  })

  test('a member cannot see another team’s days and reports', async () => {
    const [ours, theirs] = await Promise.all([team({ now: noon }), team({ now: noon })])
    const [reader, writer] = await Promise.all([ours.member(), theirs.member()])
    const { body: report } = await writer.post('/daily-reports', draft)

    expect((await reader.get(`/daily-reports?report_date=${date}`)).body).toEqual({ reports: [], total: 0 })
    expect((await reader.get(`/daily-reports/days?from=${date}&to=${date}`)).body).toEqual({ days: [] })
    expect((await reader.put(`/daily-reports/${report.id}`, draft)).status).toBe(404)
    expect((await reader.delete(`/daily-reports/${report.id}`)).status).toBe(404)
    expect((await writer.get(`/daily-reports?report_date=${date}`)).body.reports).toEqual([{ ...report, ...own }])
  })
})

describe('changing a report', () => {
  test('an edit keeps the report’s id and marks only this report as edited', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    const { body: other } = await ito.post('/daily-reports', { ...draft, report_date: '2026-11-19' })
    const { body: filed } = await hayakawa.post('/daily-reports', draft)

    const changed = await hayakawa.put(`/daily-reports/${filed.id}`, { ...draft, issues: '環境が落ちている' })

    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      id: filed.id,
      created_at: filed.created_at,
      issues: '環境が落ちている',
      status: 'edited',
    })
    expect((await hayakawa.get(`/daily-reports?report_date=${date}`)).body.reports).toEqual([
      { ...changed.body, ...own },
    ])
    expect((await hayakawa.get('/daily-reports?report_date=2026-11-19')).body.reports).toEqual([
      { ...other, ...unread },
    ])
  })

  test('an edit without a change does not mark the report as edited', async () => {
    const { clock, member } = await team({ now: noon })
    const hayakawa = await member()
    const { body: filed } = await hayakawa.post('/daily-reports', draft)
    clock.now = new Date(noon.getTime() + 60_000)
    expect(await hayakawa.put(`/daily-reports/${filed.id}`, draft)).toMatchObject({ status: 200, body: filed })
  })

  test('an edit can move a report to a free day, but not to another report’s day or a future day', async () => {
    const { member } = await team({ now: noon })
    const hayakawa = await member()
    await hayakawa.post('/daily-reports', { ...draft, report_date: '2026-11-19' })
    const { body: filed } = await hayakawa.post('/daily-reports', draft)
    const moveTo = (report_date: string) => hayakawa.put(`/daily-reports/${filed.id}`, { ...draft, report_date })

    expect(await moveTo('2026-11-19')).toMatchObject({ status: 409, body: { code: 'report_exists' } })
    expect(await moveTo('2026-11-22')).toMatchObject({ status: 400, body: { code: 'date_in_future' } })
    expect(await moveTo('2026-11-18')).toMatchObject({ status: 200, body: { report_date: '2026-11-18' } })
  })

  test('editing another member’s report is refused with 403', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    const { body: filed } = await hayakawa.post('/daily-reports', draft)
    await hayakawa.post('/daily-reports', { ...draft, report_date: '2026-11-19' })

    const change = await ito.put(`/daily-reports/${filed.id}`, { ...draft, issues: '書き換え' })
    const move = await ito.put(`/daily-reports/${filed.id}`, { ...draft, report_date: '2026-11-19' })
    const removal = await ito.delete(`/daily-reports/${filed.id}`)

    expect(change).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    expect(move).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    expect(removal).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    expect((await ito.get(`/daily-reports?report_date=${date}`)).body.reports).toEqual([{ ...filed, ...unread }])
  })

  test.each([randomUUID(), 'no-id', '%00', "1' or '1'='1"])(
    'changing a report with the unknown id %s is answered with 404',
    async (id) => {
      const { member } = await team({ now: noon })
      const hayakawa = await member()
      expect(await hayakawa.put(`/daily-reports/${id}`, draft)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect(await hayakawa.delete(`/daily-reports/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    },
  )

  test('after deleting a report, the member can write a new one for the same day', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    const { body: theirs } = await ito.post('/daily-reports', draft)
    const { body: filed } = await hayakawa.post('/daily-reports', draft)

    expect(await hayakawa.delete(`/daily-reports/${filed.id}`)).toMatchObject({ status: 204, body: '' })
    expect((await ito.get(`/daily-reports?report_date=${date}`)).body.reports).toEqual([{ ...theirs, ...own }])
    expect((await hayakawa.delete(`/daily-reports/${filed.id}`)).status).toBe(404)
    expect((await hayakawa.post('/daily-reports', draft)).status).toBe(201)
  })
})

describe('my latest report', () => {
  test('my latest report is the one for the latest day, even if another was written later', async () => {
    const { member } = await team({ now: noon })
    const hayakawa = await member()
    await hayakawa.post('/daily-reports', { ...draft, issues: 'レビュー待ち' })
    await hayakawa.post('/daily-reports', { ...draft, report_date: '2026-11-12' })

    const latest = await hayakawa.get('/daily-reports/my/latest')

    expect(latest.body).toMatchObject({
      report_date: date,
      issues: 'レビュー待ち',
      blocker: 'レビュー待ち',
      today_plan: draft.today_plan,
    })
  })

  test('my latest report is my own even if other members have reported later', async () => {
    const { member } = await team({ now: noon })
    const [ito, hayakawa] = [await member(), await member()]
    await ito.post('/daily-reports', draft)
    await ito.post('/daily-reports', { ...draft, report_date: '2026-11-19' })
    const mine = await hayakawa.post('/daily-reports', { ...draft, report_date: '2026-11-19' })

    const latest = await hayakawa.get('/daily-reports/my/latest')

    expect(latest.body.id).toBe(mine.body.id)
  })

  test('my latest report answers 204 before my first report', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    await ito.post('/daily-reports', draft)
    expect(await hayakawa.get('/daily-reports/my/latest')).toMatchObject({ status: 204, body: '' })
  })
})

describe('days with reports', () => {
  test('the list of days with reports has each day of the range once, in order', async () => {
    const { member } = await team({ now: noon })
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    for (const report_date of ['2026-11-20', '2026-11-02', '2026-11-01', '2026-10-31'])
      await hayakawa.post('/daily-reports', { ...draft, report_date })
    await ito.post('/daily-reports', draft)

    const { body } = await ito.get('/daily-reports/days?from=2026-11-01&to=2026-11-20')

    expect(body).toEqual({ days: ['2026-11-01', '2026-11-02', '2026-11-20'] })
  })

  test('the list of days with reports refuses a range of more than 100 days', async () => {
    const { member } = await team()
    const hayakawa = await member()
    expect((await hayakawa.get('/daily-reports/days?from=2026-01-01&to=2026-04-11')).status).toBe(200)
    expect((await hayakawa.get('/daily-reports/days?from=2026-01-01&to=2026-04-12')).status).toBe(400)
  })
})
