import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { draft } from '#server/features/notifications/outbox/testing/notified-team.ts'
import { routesOf } from '#server/testing/described.ts'
import { type Member, startApp, team } from '#server/testing/team.ts'

type Kept = { id: string; user_id: string }
type Writing = {
  write: (who: Member, id: string, version: 0 | 1) => ReturnType<Member['put']>
  /** Returns the record as the team sees it, without timestamps. */
  read: (who: Member, id: string) => Promise<Kept | undefined>
}
/** A route that creates the record. `change` and `remove` use other routes. */
type Adding = Writing & {
  change: (who: Member, id: string, version: 0 | 1) => ReturnType<Member['put']>
  remove: (who: Member, id: string) => ReturnType<Member['delete']>
}

const insightOf = async (who: Member) => (await who.post('/insights', { type: 'keep', note: '夕会' })).body.id
const reportOf = async (who: Member) => (await who.post('/daily-reports', draft('2026-11-20'))).body.id
const commenting = (path: string): Adding => ({
  write: (who, id, version) => who.post(path, { id, body: ['一', '二'][version] }),
  change: (who, id, version) => who.put(`/comments/${id}`, { body: ['一', '二'][version] }),
  remove: (who, id) => who.delete(`/comments/${id}`),
  read: async (who, id) => (await who.get(path)).body.comments.find((each: Kept) => each.id === id),
})

/** Routes that create a record with an id chosen by the client. */
const adding: Record<string, (author: Member) => Promise<Adding>> = {
  'POST /insights': async () => ({
    write: (who, id, version) => who.post('/insights', { id, type: 'keep', note: ['一', '二'][version] }),
    change: (who, id, version) => who.put(`/insights/${id}`, { type: 'keep', note: ['一', '二'][version] }),
    remove: (who, id) => who.delete(`/insights/${id}`),
    read: async (who, id) => (await who.get('/insights')).body.insights.find((each: Kept) => each.id === id),
  }),
  'POST /insights/:id/comments': async (author) => commenting(`/insights/${await insightOf(author)}/comments`),
  'POST /daily-reports/:id/comments': async (author) => commenting(`/daily-reports/${await reportOf(author)}/comments`),
}

/** All routes that write a record with an id chosen by the client. */
const routes: Record<string, (author: Member) => Promise<Writing>> = {
  ...adding,
  'PUT /absences/:id': async () => ({
    write: (who, id, version) => {
      const day = ['2026-10-23', '2026-11-04'][version]
      return who.put(`/absences/${id}`, { from: day, until: day, half: null })
    },
    read: async (who, id) =>
      (await who.get('/absences?from=2026-01-01&until=2026-12-31')).body.absences.find((each: Kept) => each.id === id),
  }),
}

test('this test covers every route whose body has the id of a new record', async () => {
  const { app } = await startApp()
  const choosing = routesOf(app).filter(({ method, schema }) => {
    if (!['POST', 'PUT', 'PATCH'].includes(method) || !schema?.body) return false
    const body = z.toJSONSchema(schema.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })
    const id = (body.properties as Record<string, { format?: string }> | undefined)?.['id']
    return id?.format === 'uuid'
  })
  expect(choosing.map(({ name }) => name).toSorted()).toEqual(Object.keys(adding).toSorted())
})

test.each(Object.entries(routes))(
  'the call %s does not change a colleague’s record that has the same id',
  async (_, open) => {
    const { member } = await team({ now: new Date('2026-11-20T03:00:00Z') })
    const [owner, colleague] = [await member(), await member('伊藤')]
    const { write, read } = await open(owner)
    const id = newId()
    expect((await write(owner, id, 0)).status).toBeLessThan(300)
    const before = await read(owner, id)
    expect(before!.user_id).toBe(owner.user.id)

    expect((await write(colleague, id, 1)).status).toBeGreaterThanOrEqual(400)
    expect(await read(owner, id)).toEqual(before)
  },
)

test.each(Object.entries(routes))('of many concurrent calls of %s with the same id, one succeeds', async (_, open) => {
  const { member } = await team({ now: new Date('2026-11-20T03:00:00Z') })
  const members = await Promise.all(Array.from({ length: 8 }, (_none, n) => member(`早川${n}`)))
  const { write, read } = await open(members[0]!)
  for (let round = 0; round < 3; round += 1) {
    const id = newId()
    const statuses = await Promise.all(members.map(async (who, n) => (await write(who, id, n % 2 ? 1 : 0)).status))
    const winners = members.filter((_who, n) => statuses[n]! < 300)
    expect(winners).toHaveLength(1)
    expect((await read(members[0]!, id))!.user_id).toBe(winners[0]!.user.id)
  }
})

test.each(Object.entries(adding))(
  'a late repeat of the call %s does not replace newer text (E2.07)',
  async (_, open) => {
    const { member } = await team({ now: new Date('2026-11-20T03:00:00Z') })
    const owner = await member()
    const { write, change, read } = await open(owner)
    const id = newId()
    const first = await write(owner, id, 0)
    expect(await write(owner, id, 0)).toMatchObject({ status: 201, body: first.body })
    // A delayed request arrives after a newer one with the same id.
    expect(await write(owner, id, 1)).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
    expect(await read(owner, id)).toEqual(first.body)

    await change(owner, id, 1)
    const changed = await read(owner, id)
    expect(await write(owner, id, 0)).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
    expect(await read(owner, id)).toEqual(changed)
    expect(await write(owner, id, 1)).toMatchObject({ status: 201, body: changed })
  },
)

test.each(Object.entries(adding))(
  'the call %s restores a recently deleted record with the new text',
  async (_, open) => {
    const { member } = await team({ now: new Date('2026-11-20T03:00:00Z') })
    const owner = await member()
    const { write, remove, read } = await open(owner)
    const id = newId()
    const first = (await write(owner, id, 0)).body
    for (const version of [0, 1] as const) {
      await remove(owner, id)
      const back = await write(owner, id, version)
      expect(back).toMatchObject({ status: 201, body: { created_at: first['created_at'], edited: version === 1 } })
      expect(await read(owner, id)).toEqual(back.body)
    }
  },
)
