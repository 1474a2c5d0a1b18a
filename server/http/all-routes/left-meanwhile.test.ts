import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { routesOf } from '#server/testing/described.ts'
import { exampleOf } from '#server/testing/example.ts'
import { ownPath } from '#server/testing/measured-team.ts'
import { type Member, team } from '#server/testing/team.ts'

/** Calls that need other services or a file, which this test does not have. */
const elsewhere = /^POST \/(?:import|mcp|holidays\/import)$|\/connections\/|\/auth\//u

async function begin() {
  const here = await team({ now: new Date('2026-11-20T03:00:00Z') })
  await here.member('水野') // an administrator must remain
  const { database, teamId } = here
  /** Runs a call while another transaction deletes its caller. */
  const whileLeaving = async (leaver: Member, call: () => ReturnType<Member['call']>) => {
    let answer: ReturnType<Member['call']> | undefined
    await withTeamTransaction(database, { teamId }, async (db) => {
      await db.deleteFrom('users').where('team_id', '=', teamId).where('id', '=', leaver.user.id).execute()
      answer = call()
      await answeredOrWaiting(db, answer)
    })
    return answer!
  }
  return { ...here, whileLeaving }
}

test('the server answers 401 to a report of a member who is deleted during the call', async () => {
  const { member, whileLeaving } = await begin()
  const leaver = await member('早川')
  const draft = { report_date: '2026-11-20', yesterday_work: '設計', today_plan: '実装', issues: '' }
  const answer = await whileLeaving(leaver, () => leaver.post('/daily-reports', draft))
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

// The test makes about a hundred calls.
test(
  'the server never answers 5xx to a write whose caller is deleted during the call',
  { timeout: 120_000 },
  async () => {
    const { app, member, whileLeaving } = await begin()
    const failed: string[] = []
    for (const { name, method, path, schema } of routesOf(app)) {
      if (method === 'GET' || method === 'HEAD' || !schema || schema['hide'] || elsewhere.test(name)) continue
      const leaver = await member('早川')
      const at = await ownPath(path, leaver)
      const query = exampleOf(schema.querystring, newId()) as Record<string, string> | undefined
      const body = exampleOf(schema.body, newId())
      const { status } = await whileLeaving(leaver, () =>
        leaver.call(method, query ? `${at}?${new URLSearchParams(query).toString()}` : at, body),
      )
      if (status >= 500) failed.push(`${name}: ${status}`)
    }
    expect(failed).toEqual([])
  },
)
