import { expect } from 'vitest'
import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { type Client, client } from './client.ts'
import { type Member, newAddress, team } from './team.ts'

const friday = new Date('2026-10-23T00:30:00Z') // 9:30 in Tokyo
const early = '2026-01-05T00:00:00Z'

type Options = Parameters<typeof team>[0]

/** Creates a team with members who joined long ago, unless a test sets the date. */
export async function dashboardTeam(options: Options = {}) {
  const parts = await team({ now: friday, ...options })
  const { database, teamId } = parts
  const change = (user: Member, what: Record<string, unknown>) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set(what).where('team_id', '=', teamId).where('id', '=', user.user.id).execute(),
    )
  const member = async (name = '早川', joined = early) => {
    const made = await parts.member(name)
    await change(made, { created_at: joined })
    return made
  }
  /** Sets the clock, and signs the member in again: the former access token has expired by then. */
  const at = async (time: string, { user }: Pick<Member, 'user'>): Promise<Client> => {
    parts.clock.now = new Date(time)
    const tokens = await startSession(parts.app.services, { teamId, userId: user.id }, 'password')
    return client(parts.app, newAddress(), { authorization: `Bearer ${tokens.access_token}` })
  }
  const leave = (user: Member, deactivated_at = parts.clock.now) => change(user, { is_active: false, deactivated_at })
  return { ...parts, member, at, leave }
}

/** Creates reports for the days, even if the days are too long ago for a normal report. */
export async function report(user: Pick<Member, 'post'>, dates: string[], words: Record<string, string> = {}) {
  for (const report_date of dates) {
    const answer = await user.post('/daily-reports', {
      report_date,
      yesterday_work: '設計',
      today_plan: '・予約画面の実装\nレビュー',
      issues: '',
      ...words,
    })
    expect(answer.status).toBe(201)
  }
}

export const stats = async (user: Pick<Member, 'get'>): Promise<DashboardStats> => {
  const { status, body } = await user.get('/dashboard/stats')
  expect(status).toBe(200)
  return body
}
export const dashboard = async (user: Pick<Member, 'get'>): Promise<Dashboard> => {
  const { status, body } = await user.get('/dashboard')
  expect(status).toBe(200)
  return body
}
