import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { mcpTools } from '#contract/mcp.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { routesOf } from '#server/testing/described.ts'
import { exampleOf } from '#server/testing/example.ts'
import { ownPath } from '#server/testing/measured-team.ts'
import { partsOf, type Schema } from '#server/testing/schema-parts.ts'
import { type Member, startApp, team } from '#server/testing/team.ts'

// (E6.20) RFC 9562, 4: UUIDs are case-insensitive.

const now = new Date('2026-11-20T03:00:00Z')
const anyUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu
const inCapitals = (value: string) => value.replaceAll(anyUuid, (id) => id.toUpperCase())
const capitalsIn = (value: unknown) =>
  JSON.stringify(value ?? null)
    .match(anyUuid)
    ?.filter((id) => /[A-F]/u.test(id)) ?? []

/** Creates a team of two administrators. One of them has a month that waits for approval. */
async function world() {
  const here = await team({ now })
  const [mizuno, saeki] = [await here.member('水野'), await here.member('佐伯')]
  await withTeamTransaction(here.database, here, async (db) => {
    await db.updateTable('teams').set({ month_approval: true }).where('id', '=', here.teamId).execute()
    await db.updateTable('users').set({ is_admin: true }).where('team_id', '=', here.teamId).execute()
  })
  return { ...here, mizuno, saeki }
}

type Route = ReturnType<typeof routesOf>[number]

const textsIn = (schema: Schema, path: string): [path: string, schema: Schema][] =>
  schema._zod.def.type === 'string'
    ? [[path, schema]]
    : partsOf(schema, path).flatMap(([at, part]) => textsIn(part, at))

const isUuid = (schema: Schema) => (schema._zod.def as { format?: string }).format === 'uuid'
const parts = ['params', 'querystring', 'body', 'headers'] as const
const textsOf = ({ name, schema }: Route) =>
  parts.flatMap((part) => (schema?.[part] ? textsIn(schema[part] as Schema, `${name} ${part}`) : []))

test('every schema turns UUIDs into lower case', async () => {
  const { app } = await startApp()
  const tools = Object.entries(mcpTools).flatMap(([name, schema]) => textsIn(schema, `MCP ${name}`))
  const capitals = newId().toUpperCase()
  // The samples include ids within other texts, such as cursors and lists.
  const samples = [capitals, `2026-11-20_${capitals}`, `1700000000000000_${capitals}`, `${capitals},${capitals}`]
  const accepts = (schema: Schema, value: string) => !('issues' in (schema['~standard'].validate(value) as object))
  const takesAnyText = (schema: Schema) => accepts(schema, 'Garten') || accepts(schema, 'Gemüse im Garten')
  const all = [...routesOf(app).flatMap(textsOf), ...tools]
  expect(all.filter(([, schema]) => isUuid(schema)).length).toBeGreaterThan(40)
  const kept = all.flatMap(([path, schema]) =>
    samples.flatMap((sample) => {
      if (takesAnyText(schema) || !accepts(schema, sample.toLowerCase())) return []
      const read = schema['~standard'].validate(sample) as { value?: unknown }
      return read.value === sample.toLowerCase() ? [] : [path]
    }),
  )
  expect(kept).toEqual([])
})

/** Calls a route twice: with the id of the caller's own record, and with the id of a colleague's record. */
async function answersOf({ method, path, schema }: Route, written: (text: string) => string) {
  const answers = []
  for (const whose of ['own', 'colleague'] as const) {
    const { mizuno, saeki } = await world()
    const id = (whose === 'own' ? mizuno : saeki).user.id
    const query = exampleOf(schema?.querystring, id) as Record<string, string> | undefined
    const own = path.startsWith('/users/:id') ? path.replace(':id', id) : await ownPath(path, mizuno)
    const body = exampleOf(schema?.body, id)
    const answer = await mizuno.call(
      method,
      written(`${own}${query ? `?${new URLSearchParams(query).toString()}` : ''}`),
      body === undefined ? undefined : JSON.parse(written(JSON.stringify(body))),
    )
    answers.push({ whose, status: answer.status, capitals: capitalsIn(answer.body), body: withoutIds(answer.body) })
  }
  return answers
}

/** Removes the parts of a response that differ between two teams: ids, secrets, addresses and timestamps. */
const withoutIds = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body ?? null)
      .replaceAll(anyUuid, 'an id')
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/gu, 'an instant')
      .replaceAll(/[\w-]+@example\.com/gu, 'an address')
      .replaceAll(/[\w.-]{40,}/gu, 'a secret'),
  ) as unknown

// The test makes hundreds of calls.
test('every call treats an id in capitals like the same id in lower case', { timeout: 120_000 }, async () => {
  const { app } = await startApp()
  const routes = routesOf(app).filter(
    ({ method, path, schema }) =>
      method !== 'HEAD' &&
      path !== '/events' &&
      schema &&
      textsOf({ path, schema } as Route).some(([, text]) => isUuid(text)),
  )
  expect(routes.length).toBeGreaterThan(40)
  for (const route of routes) {
    const small = await answersOf(route, (text) => text)
    expect({ route: route.name, answers: small }).toEqual({
      route: route.name,
      answers: small.map((each) => ({ ...each, capitals: [] })),
    })
    expect({ route: route.name, answers: await answersOf(route, inCapitals) }).toEqual({
      route: route.name,
      answers: small,
    })
  }
})

test('an administrator cannot approve their own month by their id in capitals', async () => {
  const { mizuno } = await world()
  await mizuno.patch('/months/2026-11', { state: 'submitted', revision: 0 })
  const { revision } = (await mizuno.get('/months/2026-11')).body
  const approval = { state: 'approved', revision, user_id: mizuno.user.id.toUpperCase() }
  expect(await mizuno.patch('/months/2026-11', approval)).toMatchObject({ status: 403, body: { code: 'own_month' } })
})

test('a member cannot create a password link for themselves by their id in capitals', async () => {
  const { mizuno } = await world()
  const { status, body } = await mizuno.post(`/users/${mizuno.user.id.toUpperCase()}/password-link`)
  expect([status, body.code]).toEqual([403, 'own_account'])
})

test('a report cannot change one blocker twice by ids that differ only in case', async () => {
  const { mizuno } = await world()
  const words = { yesterday_work: '設計', today_plan: '実装', issues: '待ち' }
  await mizuno.post('/daily-reports', { report_date: '2026-11-19', ...words })
  const [{ id }] = (await mizuno.get('/blockers')).body.blockers
  const blockers = [
    { id, state: 'open', text: '待ち' },
    { id: id.toUpperCase(), state: 'solved', text: '' },
  ]
  const { status } = await mizuno.post('/daily-reports', { report_date: '2026-11-20', ...words, blockers })
  expect(status).toBe(400)
})

const absenceOf = (who: Member, id: string, userId: string) =>
  who.put(`/absences/${id}`, { from: '2026-11-24', until: '2026-11-24', half: null, user_id: userId })

test('a member can enter their own absence by their id in capitals', async () => {
  const { member } = await world()
  const ren = await member('早川')
  const id = newId()
  expect(await absenceOf(ren, id.toUpperCase(), ren.user.id.toUpperCase())).toMatchObject({
    status: 200,
    body: { id, user_id: ren.user.id },
  })
})
