import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { dashboardTeam, report, stats } from '#server/testing/dashboard-team.ts'

describe("a member's month", () => {
  test('the monthly figures are zeros, not NaN, without any report', async () => {
    const { member } = await dashboardTeam()
    expect(await stats(await member())).toMatchObject({
      reports_this_month: 0,
      working_days_this_month: 16, // 1 to 22 October
      reported_working_days_this_month: 0,
      submission_rate: 0,
      previous_submission_rate: 0,
      current_streak: 0,
      longest_streak: 0,
      insights_this_month: 0,
      open_blockers: 0,
      oldest_blocker_since: null,
    })
  })

  test('a report on a weekend counts as a report, but does not change the submission rate', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-05T00:30:00Z') })
    const ren = await member()
    await report(ren, ['2026-08-31', '2026-09-01', '2026-09-27'])
    await report(ren, ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'])
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 5,
      working_days_this_month: 3,
      reported_working_days_this_month: 3,
      submission_rate: 100,
      previous_submission_rate: 9, // 2 of the 22 due days
    })
  })

  test('the monthly figures count due days from the day of joining, in the team’s time zone', async () => {
    const { member, at } = await dashboardTeam()
    const yukari = await member('藤井')
    // 23:30 UTC on the 13th is the 14th, a Wednesday, in Tokyo: 14 to 16 and 19 to 22 October are due.
    const ren = await member('早川', '2026-10-13T23:30:00Z')
    await report(ren, ['2026-10-12', '2026-10-14', '2026-10-15', '2026-10-19'])
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 4,
      working_days_this_month: 7,
      reported_working_days_this_month: 3,
      submission_rate: 43,
      previous_submission_rate: null,
    })
    expect(await stats(yukari)).toMatchObject({ working_days_this_month: 16, previous_submission_rate: 0 })
    const november = await stats(await at('2026-11-02T00:30:00Z', ren))
    expect(november.previous_submission_rate).toBe(23) // 3 of the 13 due days
  })

  test('a member’s month begins at midnight in the team’s time zone', async () => {
    const { member, clock } = await dashboardTeam({ now: new Date('2026-09-30T14:59:00Z') })
    const ren = await member()
    await report(ren, ['2026-09-29', '2026-09-30'])
    expect(await stats(ren)).toMatchObject({ reports_this_month: 2, working_days_this_month: 22, current_streak: 2 })
    clock.now = new Date('2026-09-30T15:00:00Z')
    expect(await stats(ren)).toMatchObject({
      reports_this_month: 0,
      working_days_this_month: 0,
      submission_rate: null,
      current_streak: 2,
    })
  })

  test('a new year begins at midnight in the team’s time zone', async () => {
    // 3:00 UTC on 1 January is 22:00 on 31 December in New York.
    const { member, at } = await dashboardTeam({
      now: new Date('2027-01-01T03:00:00Z'),
      timeZone: 'America/New_York',
    })
    const ren = await member('早川', '2026-12-28T12:00:00Z')
    await report(ren, ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'])
    expect(await stats(ren)).toMatchObject({ reports_this_month: 4, submission_rate: 100, current_streak: 4 })
    const { weekly, ...figures } = await stats(await at('2027-01-02T03:00:00Z', ren))
    expect(figures).toMatchObject({
      reports_this_month: 0,
      submission_rate: null,
      previous_submission_rate: 100,
      current_streak: 4, // Friday, 1 January, is not over
    })
    expect(weekly.at(-1)).toEqual({
      week_start: '2026-12-28',
      reports: 4,
      members: 1,
      due: 4,
      submission_rate: 100,
    })
  })

  test('the monthly figures count the caller’s insights, not those of others', async () => {
    const { member, database, teamId } = await dashboardTeam()
    const [ren, yukari] = [await member(), await member('藤井')]
    const at = ['2026-09-30T14:59:59Z', '2026-09-30T15:00:00Z', '2026-10-23T00:00:00Z', '2026-10-23T15:00:00Z']
    for (const [user_id, created_at] of [...at.map((time) => [ren.user.id, time]), [yukari.user.id, at[2]!]])
      await withTeamTransaction(database, { teamId }, (db) =>
        db
          .insertInto('insights')
          .values({
            team_id: teamId,
            id: randomUUID(),
            user_id: user_id!,
            type: 'keep',
            note: '続ける',
            created_at: new Date(created_at!),
          })
          .execute(),
      )
    expect((await stats(ren)).insights_this_month).toBe(2)
    // In this zone the day begins seven hours later.
    await ren.patch(`/users/${ren.user.id}/schedule`, { time_zone: 'Europe/Paris' })
    expect((await stats(ren)).insights_this_month).toBe(2)
    // In this zone the month begins five hours earlier, so one more insight counts.
    await ren.patch(`/users/${ren.user.id}/schedule`, { time_zone: 'Pacific/Kiritimati' })
    expect((await stats(ren)).insights_this_month).toBe(3)
  })
})

describe('a streak', () => {
  const week = ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16']

  test('a streak continues over a weekend, and does not end today without a report', async () => {
    const { member, at } = await dashboardTeam({ now: new Date('2026-10-19T00:30:00Z') })
    const ren = await member()
    await report(ren, week)
    expect(await stats(ren)).toMatchObject({ current_streak: 5, longest_streak: 5 })
    await report(ren, ['2026-10-19'])
    expect((await stats(ren)).current_streak).toBe(6)
    expect((await stats(await at('2026-10-20T00:30:00Z', ren))).current_streak).toBe(6)
    expect(await stats(await at('2026-10-21T00:30:00Z', ren))).toMatchObject({ current_streak: 0, longest_streak: 6 })
  })

  test('a report on a weekend neither lengthens a streak nor bridges a gap', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-25T00:30:00Z') })
    const ren = await member()
    await report(ren, [
      '2026-10-15',
      '2026-10-17',
      '2026-10-19',
      '2026-10-20',
      '2026-10-21',
      '2026-10-22',
      '2026-10-23',
    ])
    expect(await stats(ren)).toMatchObject({ current_streak: 5, longest_streak: 5 })
  })

  test('a streak has ended on Saturday if Friday has no report', async () => {
    const { member } = await dashboardTeam({ now: new Date('2026-10-24T00:30:00Z') })
    const ren = await member()
    await report(ren, ['2026-10-21', '2026-10-22'])
    expect(await stats(ren)).toMatchObject({ current_streak: 0, longest_streak: 2 })
  })
})

describe("the team's weeks", () => {
  test('the weekly figures count new members from joining and former members until leaving', async () => {
    const { member, leave } = await dashboardTeam()
    const ren = await member()
    const late = await member('藤井', '2026-10-14T01:00:00Z') // a Wednesday
    const gone = await member('退職')
    await report(ren, ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-17'])
    await report(late, ['2026-10-13', '2026-10-14'])
    await report(gone, ['2026-10-12', '2026-10-13'])
    await leave(gone, new Date('2026-10-14T15:00:00Z')) // Thursday in the team's zone
    await report(ren, ['2026-10-19', '2026-10-23'])

    const { weekly } = await stats(ren)

    expect(weekly).toHaveLength(12)
    expect(weekly.map(({ week_start }) => week_start)).toEqual([
      '2026-08-03',
      '2026-08-10',
      '2026-08-17',
      '2026-08-24',
      '2026-08-31',
      '2026-09-07',
      '2026-09-14',
      '2026-09-21',
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
    ])
    // In the week of the 12th, 11 days are due: 5 of `ren`, 3 of `late`, who joined on Wednesday, and 3 of `gone`, who
    // left on Thursday. Reports exist for 5 + 1 + 2 of them.
    expect(weekly[10]).toEqual({
      week_start: '2026-10-12',
      reports: 10,
      members: 3,
      due: 11,
      submission_rate: 73,
    })
    // Nine days are due: Monday to Thursday of both members, and today for `ren`, who has reported. Two have a report.
    expect(weekly[11]).toEqual({ week_start: '2026-10-19', reports: 2, members: 1, due: 9, submission_rate: 22 })
    // In the weeks before, reports of the former member were due, too: 10 due days without a report.
    expect(weekly[9]).toEqual({ week_start: '2026-10-05', reports: 0, members: 0, due: 10, submission_rate: 0 })
  })

  test('today’s report is due on a working day from the day of joining on', async () => {
    const { member, at } = await dashboardTeam({ now: new Date('2026-10-24T00:30:00Z') })
    const ren = await member()
    await report(ren, ['2026-10-24']) // a Saturday
    expect((await stats(ren)).weekly[11]).toMatchObject({ reports: 1, due: 5, submission_rate: 0 })
    const monday = await at('2026-10-26T00:30:00Z', ren)
    await report(monday, ['2026-10-26'])
    expect((await stats(monday)).weekly[11]).toMatchObject({ reports: 1, due: 1, submission_rate: 100 })
  })

  test('a week before the team existed has no due days and no rate', async () => {
    const { member } = await dashboardTeam()
    const ren = await member('早川', '2026-10-23T00:00:00Z')
    const { weekly } = await stats(ren)
    expect(weekly.map(({ submission_rate }) => submission_rate)).toEqual(Array(12).fill(null))
    await report(ren, ['2026-10-23'])
    expect((await stats(ren)).weekly[11]).toMatchObject({ due: 1, submission_rate: 100 })
  })

  test('reports of a deactivated member were due until the day before the deactivation', async () => {
    const { member, leave } = await dashboardTeam()
    const [ren, gone] = [await member('早川', '2026-10-22T01:00:00Z'), await member('退職')]
    await leave(gone, new Date('2026-10-14T03:00:00Z')) // a Wednesday
    const { weekly } = await stats(ren)
    expect(weekly[9]).toMatchObject({ due: 5, submission_rate: 0 })
    expect(weekly[10]).toMatchObject({ due: 2, submission_rate: 0 })
    expect(weekly[11]).toMatchObject({ due: 1 }) // only ren's Thursday is due
  })

  test.each([
    ['2026-10-14T03:00:00Z', 10, 3],
    ['2026-10-23T00:10:00Z', 11, 5], // today
  ])('a report on the day of a deactivation counts (%s)', async (deactivated, week, due) => {
    const { member, leave } = await dashboardTeam()
    const [ren, gone] = [await member('早川', '2026-10-23T00:00:00Z'), await member('退職')]
    await report(gone, ['2026-10-02', deactivated.slice(0, 10)])
    await leave(gone, new Date(deactivated))
    expect((await stats(ren)).weekly[week]).toMatchObject({ reports: 1, members: 1, due })
  })
})
