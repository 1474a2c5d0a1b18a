import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SearchQuery, type SearchResults } from '#contract/search.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Scope } from '#server/access/scope.ts'
import { goneSignal } from '#server/http/requests/gone.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { type Member, team } from '#server/testing/team.ts'
import { backfillSearchIndex, readResults } from './operations.ts'

const now = new Date('2026-10-23T01:00:00Z')

/** Creates a team with a member's insights, the last one being the newest. */
async function writtenBefore(notes: readonly string[]) {
  const here = await team({ now })
  const member = await here.member()
  await withTeamTransaction(here.database, here, (db) =>
    sql`
      insert into insights (team_id, id, user_id, type, note, created_at)
      select team_id, ('0197a5c0-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, id, 'try', note, now()
      from users, unnest(${notes}::text[]) with ordinality as written (note, n)
      where team_id = ${here.teamId} and id = ${member.user.id}`.execute(db),
  )
  await backfillSearchIndex(here.app.services)
  return { ...here, member }
}

/**
 * Contains `ab` and `ba`, the two pairs of letters by which the index finds `aba`, but not `aba` itself. It is so long
 * that other requests get a turn after it.
 */
const longText = `ab ba **x** ${'z'.repeat(2_100)}`

const toolCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_reports', arguments: { query: 'aba' } },
}
const searches: Record<string, (who: Member) => Promise<{ body: unknown }>> = {
  'GET /search': ({ get }) => get('/search?q=aba'),
  search_reports: ({ post }) => post('/mcp', toolCall, { accept: 'application/json, text/event-stream' }),
}
const nothing = { results: [], next: null }
const answers: Record<string, unknown> = {
  'GET /search': nothing,
  search_reports: { result: { content: [{ type: 'text', text: JSON.stringify(nothing) }] } },
}

test.each(Object.keys(searches))(
  'long searches by %s do not make other teams wait',
  async (call) => {
    const { member } = await writtenBefore(Array.from({ length: 1_000 }, () => longText))
    const victim = await (await team({ now })).member()
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(0) // stops the clock, so that no search ends early
    onTestFinished(() => stopped.mockRestore())
    let finished = 0
    // More searches than a test's database has connections.
    const sent = Array.from({ length: 6 }, async () => {
      const { body } = await searches[call]!(member)
      finished += 1
      return body
    })
    for (let request = 0; request < 3; request += 1) expect((await victim.get('/users/me')).status).toBe(200)
    expect(finished).toBe(0)
    for (const body of await Promise.all(sent)) expect(body).toMatchObject(answers[call]!)
  },
  60_000,
)

/** Advances the clock by a second each time it is read. */
function passQuickly() {
  let seconds = 0
  const quick = vi.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1_000)
  onTestFinished(() => quick.mockRestore())
}

test('a slow search returns a short page, and the next page continues', async () => {
  const notes = Array.from({ length: 100 }, (_, n) => (n % 40 === 0 ? `aba ${n}` : 'ab ba'))
  const { member } = await writtenBefore(notes)
  passQuickly()
  const pages: SearchResults[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await member.get(`/search?q=aba${cursor && `&cursor=${cursor}`}`)
    pages.push(body as SearchResults)
    cursor = (body as SearchResults).next
  }
  expect(pages.length).toBeGreaterThan(3)
  const found = pages.flatMap(({ results }) => results.map(({ snippet }) => snippet.map(({ text }) => text).join('')))
  expect(found).toEqual(['aba 80', 'aba 40', 'aba 0'])
})

test('a search stops reading once its caller has disconnected', async () => {
  const { app, teamId, member } = await writtenBefore(Array.from({ length: 200 }, () => 'ab ba'))
  const gone = new AbortController()
  let batches = 0
  const leave = (statement: unknown) => {
    if (!(statement as { text: string }).text.includes('as parts')) return
    batches += 1
    gone.abort()
  }
  subscribe('asakai.statement', leave)
  onTestFinished(() => void unsubscribe('asakai.statement', leave))
  const scope = { teamId, userId: member.user.id } as Scope
  await readResults(app.services, scope, SearchQuery.parse({ q: 'aba' }), gone.signal)
  expect(batches).toBe(1)
})

test('a search is aborted if its client closes the connection', async () => {
  const app = fastify()
  afterwards(() => app.close())
  const began = Promise.withResolvers<AbortSignal>()
  app.get('/', async (_request, reply) => {
    began.resolve(goneSignal(reply))
    return new Promise(() => {})
  })
  const leaving = new AbortController()
  const asked = fetch(await app.listen({ port: 0 }), { signal: leaving.signal }).catch(() => {})
  const gone = await began.promise
  expect(gone.aborted).toBe(false)
  leaving.abort()
  await expect.poll(() => gone.aborted).toBe(true)
  await asked
})
