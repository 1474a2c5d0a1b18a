import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnOfField } from '#contract/import.ts'
import { eachField, type PartialReportValues, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import { client } from '#server/testing/client.ts'
import { newAddress } from '#server/testing/team.ts'
import { openSlack } from '#server/features/chat/slack/testing/slack-team.ts'
import { pressedTeam, today } from '#server/features/slack-app/interactions/testing/pressing.ts'

type Team = Awaited<ReturnType<typeof pressedTeam>>
/** Changes some fields of an existing report, and names only these fields. @returns the report's texts afterwards */
type Writer = (here: Team, id: string, named: PartialReportValues, round: number) => Promise<ReportTexts>

const slack = await openSlack()

async function reportOf({ reports }: Team): Promise<ReportTexts> {
  const [report] = await reports()
  return eachField((field) => report![field])
}

const writers: Record<string, Writer> = {
  'a change by the API': async (here, id, named) => {
    const { status } = await here.me.put(`/daily-reports/${id}`, { report_date: today, ...named })
    expect(status).toBe(200)
    return reportOf(here)
  },
  "Slack's dialog": async (here, _, named, round) => {
    await here.post(await here.command())
    const { body } = await here.post(here.submission(named as Record<string, string>, { viewId: `V${round}` }))
    expect(body).toBe('')
    return reportOf(here)
  },
  'an import of a table': async (here, _, named) => {
    const fields = reportFields.filter((field) => named[field] !== undefined)
    const table = [
      ['date', ...fields.map((field) => columnOfField[field])].join(),
      [today, ...fields.map((field) => named[field])].join(),
    ]
    const { status } = await here.me.post('/import?existing=replace&email=%230', table.join('\n'), {
      'content-type': 'text/csv',
    })
    expect(status).toBe(200)
    return reportOf(here)
  },
}

const word = fc.stringMatching(/^[a-z]{1,8}$/u)
const words = fc.record(eachField(() => word))
const namedWords = fc.record(
  eachField(() => word),
  { requiredKeys: [] },
)

describe('a field that the caller does not name stays as it is', () => {
  test.each(Object.entries(writers))(
    '%s keeps the report’s fields that the caller does not name',
    { timeout: 60_000 },
    async (_, write) => {
      const here = await pressedTeam(slack)
      const { body } = await here.me.post('/daily-reports', { report_date: today, ...eachField(() => 'x') })
      let round = 0
      await fc.assert(
        fc.asyncProperty(words, namedWords, async (before, named) => {
          await here.me.put(`/daily-reports/${body.id}`, { report_date: today, ...before })
          expect(await write(here, body.id, named, round++)).toEqual({ ...before, ...named })
        }),
        { numRuns: 8 },
      )
    },
  )

  test('a draft of an assistant keeps the fields that the assistant does not name', async () => {
    const { app, me } = await pressedTeam(slack)
    const { body } = await me.post('/tokens', {
      name: 'assistant',
      scopes: ['read', 'write'],
      expires_on: '2040-12-01',
    })
    const headers = {
      authorization: `Bearer ${body.token}`,
      accept: 'application/json, text/event-stream',
    }
    const leave = async (named: PartialReportValues) => {
      const params = { name: 'draft_report', arguments: { date: today, ...named } }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const answer = await client(app, newAddress()).post('/mcp', message, headers)
      expect(answer).toMatchObject({ status: 200, body: { result: { content: [{ text: expect.any(String) }] } } })
    }
    const draft = async () => {
      const { id: _id, written_at: _at, ...left } = (await me.get(`/daily-reports/draft?date=${today}`)).body.draft
      return left as ReportTexts
    }
    await fc.assert(
      fc.asyncProperty(words, namedWords, async (before, named) => {
        await leave(before)
        await leave(named)
        expect(await draft()).toEqual({ ...before, ...named })
      }),
      { numRuns: 8 },
    )
  })

  test('a change that contains the fields’ old text (`before`) leaves other fields unchanged (E2.07)', async () => {
    const here = await pressedTeam(slack)
    const { me } = here
    const { body } = await me.post('/daily-reports', { report_date: today, ...eachField(() => 'x') })
    const change = { report_date: today, issues: 'y', before: { report_date: today, issues: 'x' } }
    await me.put(`/daily-reports/${body.id}`, { report_date: today, today_plan: 'z' })
    expect((await me.put(`/daily-reports/${body.id}`, change)).status).toBe(200)
    expect(await reportOf(here)).toEqual({ ...eachField(() => 'x'), today_plan: 'z', issues: 'y' })
    const stale = { ...change, issues: 'w' }
    expect((await me.put(`/daily-reports/${body.id}`, stale)).body.code).toBe('report_changed')
    expect(await reportOf(here)).toMatchObject({ issues: 'y' })
  })
})
