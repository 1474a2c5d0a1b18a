import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { hostileInput, naughtyStrings } from '#server/testing/fixtures.ts'
import { password, team } from '#server/testing/team.ts'
import { forgetDeletedInsights } from './operations.ts'

const morning = new Date('2026-10-23T00:12:00Z') // 9:12 in Tokyo
const draft = { type: 'try', note: 'レビュー依頼に動作確認の手順を**3行**で添える。' }
const notes = (answer: { body: { insights: Insight[] } }) => answer.body.insights.map(({ note }) => note)

describe('adding an insight', () => {
  test('every member can read a new insight', async () => {
    const { member } = await team({ now: morning })
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]

    const added = await hayakawa.post('/insights/', draft)

    expect(added).toMatchObject({
      status: 201,
      body: { ...draft, user_id: hayakawa.user.id, user_name: '早川 直樹', likes: 0, liked: false },
    })
    expect(added.body.created_at).toBe('2026-10-23T09:12:00+09:00')
    expect((await ito.get('/insights/')).body).toEqual({ insights: [added.body] })
  })

  test('an insight keeps white space around its note, but a blank note is rejected', async () => {
    const { post } = await (await team()).member()
    expect((await post('/insights/', { ...draft, note: ' \n- 一行\u3000' })).body.note).toBe(' \n- 一行\u3000')
    for (const note of ['', ' \n\t\u3000'])
      expect(await post('/insights/', { ...draft, note })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: 'note', code: 'required' }] },
      })
  })

  test('an insight accepts a note of 10,000 characters, but not one more', async () => {
    const { post } = await (await team()).member()
    const longest = await post('/insights/', { ...draft, note: '日'.repeat(10_000) })
    const refused = await post('/insights/', { ...draft, note: '日'.repeat(10_001) })
    expect(longest.status).toBe(201)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'note', code: 'too_long' }] } })
  })

  test('an insight that is sent several times with the same id is stored once', async () => {
    const { member } = await team()
    const [me, colleague] = [await member(), await member()]
    const id = newId()
    const first = { id, type: 'keep', note: '最初' }
    const sent = await Promise.all(Array.from({ length: 10 }, () => me.post('/insights/', first)))
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
    expect(await colleague.post('/insights/', { id, type: 'keep', note: '他人' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'id', code: 'taken' }] },
    })
    expect((await me.get('/insights/')).body.insights).toMatchObject([first])
  })

  test('an insight can have one of three types', async () => {
    const { post } = await (await team()).member()
    for (const type of ['keep', 'problem', 'try'])
      expect((await post('/insights/', { ...draft, type })).status).toBe(201)
    for (const type of ['Keep', '', null, undefined])
      expect(await post('/insights/', { ...draft, type })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'type' }] },
      })
  })

  test('an insight returns hostile text unchanged', async () => {
    const { post } = await (await team()).member()
    const naughty = naughtyStrings()
    const lines = [
      ...naughty,
      ...hostileInput('markdown-xss.txt').split('\n'),
      ...hostileInput('xss.txt').split('\n'),
    ].filter((line) => line.trim() !== '' && line.isWellFormed() && !line.includes('\0'))
    for (let start = 0; start < lines.length; start += 50) {
      const note = lines.slice(start, start + 50).join('\n')
      const added = await post('/insights/', { ...draft, note })
      expect([added.status, added.body.note]).toEqual([201, note])
    }
  })
})

describe('reading insights', () => {
  test('the list of insights shows the newest first, page by page', async () => {
    const { member, clock } = await team({ now: morning })
    const { post, get } = await member()
    for (const note of ['一', '二', '三']) {
      await post('/insights/', { ...draft, note })
      clock.now = new Date(clock.now.getTime() + 1_000)
    }
    expect(notes(await get('/insights/'))).toEqual(['三', '二', '一'])
    expect(notes(await get('/insights/?limit=2'))).toEqual(['三', '二'])
    expect(notes(await get('/insights/?limit=2&offset=2'))).toEqual(['一'])
  })

  test('`since` and `until` are the first and last day of the list of insights, in the team’s time zone', async () => {
    const { member, clock } = await team({ timeZone: 'Asia/Tokyo' })
    const add = async (at: string, note: string) => {
      clock.now = new Date(at)
      await (await member()).post('/insights/', { ...draft, note })
    }
    await add('2026-10-09T14:59:59Z', '9日の最後')
    await add('2026-10-09T15:00:00Z', '10日の最初')
    await add('2026-10-23T14:59:59Z', '23日の最後')
    await add('2026-10-23T15:00:00Z', '24日の最初')
    const { get } = await member()

    expect(notes(await get('/insights/?since=2026-10-10&until=2026-10-23'))).toEqual(['23日の最後', '10日の最初'])
    expect(notes(await get('/insights/?since=2026-10-24'))).toEqual(['24日の最初'])
    expect(notes(await get('/insights/?until=2026-10-09'))).toEqual(['9日の最後'])
  })

  test.each(['since=2026-02-30', 'until=yesterday', 'limit=0', 'limit=101', 'offset=-1'])(
    'the list of insights rejects the query %s',
    async (query) => {
      const { get } = await (await team()).member()
      expect((await get(`/insights/?${query}`)).status).toBe(400)
    },
  )
})

describe('changing an insight', () => {
  const change = { type: 'keep', note: '手順は短く。' }

  test('changing an insight keeps its day, its likes and its position', async () => {
    const { member, clock } = await team({ now: morning })
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)
    clock.now = new Date(clock.now.getTime() + 60_000)

    const changed = await hayakawa.put(`/insights/${body.id}`, change)

    expect(body.edited).toBe(false)
    expect(changed).toMatchObject({ status: 200, body: { ...body, ...change, likes: 1, edited: true, try: null } })
    expect((await ito.get('/insights/')).body.insights).toMatchObject([{ ...change, liked: true, edited: true }])
  })

  test('saving the same text does not mark an insight as edited', async () => {
    const { put, post } = await (await team()).member()
    const { body } = await post('/insights/', draft)
    expect((await put(`/insights/${body.id}`, draft)).body).toEqual(body)
  })

  test.each([{}, { ...change, type: 'other' }, { ...change, note: ' ' }, { ...change, note: 'x'.repeat(10_001) }])(
    'an insight cannot be changed to %j',
    async (words) => {
      const { put, post } = await (await team()).member()
      const { body } = await post('/insights/', draft)
      expect(await put(`/insights/${body.id}`, words)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    },
  )

  test('deleting an insight deletes its likes', async () => {
    const { member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)

    expect((await hayakawa.delete(`/insights/${body.id}`)).status).toBe(204)
    expect((await hayakawa.delete(`/insights/${body.id}`)).status).toBe(404)
    expect((await hayakawa.put(`/insights/${body.id}`, change)).status).toBe(404)
    expect((await ito.get('/insights/')).body.insights).toEqual([])
    expect(
      (await ito.get('/activity')).body.entries.filter(({ kind }: { kind: string }) => kind === 'insight'),
    ).toEqual([])
  })

  test('adding a deleted insight again with the same id restores its likes', async () => {
    const { app, clock, database, teamId, member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const added = (await hayakawa.post('/insights/', draft)).body
    await hayakawa.put(`/insights/${added.id}`, change)
    await ito.post(`/insights/${added.id}/like`)
    const before = (await ito.get('/insights/')).body
    const other = (await hayakawa.post('/insights/', { ...draft, id: newId() })).body
    await hayakawa.delete(`/insights/${other.id}`)
    const remove = () => hayakawa.delete(`/insights/${added.id}`)
    const forgetAfter = (time: number) =>
      forgetDeletedInsights({ ...app.services, now: () => new Date(clock.now.getTime() + time) })
    const addAgain = (by = hayakawa) => by.post('/insights/', { ...change, id: added.id })

    clock.now = new Date(clock.now.getTime() + 10_000)
    await remove()
    await forgetAfter(59 * 60_000)
    expect(await addAgain()).toMatchObject({
      status: 201,
      body: { likes: 1, edited: true, created_at: added.created_at },
    })
    expect((await ito.get('/insights/')).body).toEqual(before)

    await remove()
    await forgetAfter(60 * 60_000 + 1)
    expect((await addAgain()).body).toMatchObject({ likes: 0, edited: false })
    const left = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('deleted_insights').select('id').execute(),
    )
    expect(left).toEqual([])
  })

  test('deleting and restoring an insight does not affect another insight', async () => {
    const { app, member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const other = (await ito.post('/insights/', { type: 'problem', note: '遅いビルド' })).body
    await hayakawa.post(`/insights/${other.id}/like`)
    const own = (await hayakawa.post('/insights/', draft)).body
    expect(own).toMatchObject({ likes: 0, liked: false })

    expect((await hayakawa.put(`/insights/${own.id}`, change)).status).toBe(200)
    expect((await hayakawa.delete(`/insights/${own.id}`)).status).toBe(204)
    expect((await ito.get('/insights/')).body.insights).toEqual([{ ...other, likes: 1 }])
    await forgetDeletedInsights(app.services) // keeps this insight, because it was deleted a moment ago
    const back = await hayakawa.post('/insights/', { ...change, id: own.id })
    expect(back.body).toMatchObject({ likes: 0, edited: true, created_at: own.created_at })
    expect((await ito.delete(`/insights/${own.id}/like`)).status).toBe(200)
    expect((await hayakawa.delete(`/insights/${own.id}/like`)).status).toBe(200)
    expect((await ito.get('/insights/')).body.insights).toMatchObject([{ id: own.id }, { id: other.id, likes: 1 }])
  })

  test('only the author can use the id of a deleted insight again', async () => {
    const { member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)
    await hayakawa.delete(`/insights/${body.id}`)
    expect(await ito.post('/insights/', { ...change, id: body.id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'id', code: 'taken' }] },
    })
    expect(await hayakawa.post('/insights/', { ...draft, id: body.id })).toMatchObject({
      status: 201,
      body: { likes: 1, edited: false },
    })
  })

  test('an insight that is restored with another type is marked as edited', async () => {
    const { member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)
    const add = async (words: object) => {
      await hayakawa.delete(`/insights/${body.id}`)
      return (await hayakawa.post('/insights/', { ...words, id: body.id })).body
    }
    expect(await add(draft)).toMatchObject({ edited: false, likes: 1 })
    expect(await add({ ...draft, type: 'keep' })).toMatchObject({ edited: true, likes: 1 })
    expect(await add(draft)).toMatchObject({ edited: true, created_at: body.created_at })
  })

  test('a restored insight lacks the likes of members who left after the deletion', async () => {
    const { member } = await team()
    const [, hayakawa, ito] = [await member('佐藤'), await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)
    await hayakawa.delete(`/insights/${body.id}`)
    expect((await ito.call('DELETE', '/users/me', { password, reports: 'keep' })).status).toBe(204)
    expect((await hayakawa.post('/insights/', { ...draft, id: body.id })).body.likes).toBe(0)
  })

  test('a restored insight keeps the like of a member who had left before the deletion', async () => {
    const { member } = await team()
    const [, hayakawa, ito] = [await member('佐藤'), await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    await ito.post(`/insights/${body.id}/like`)
    await ito.call('DELETE', '/users/me', { password, reports: 'keep' })
    await hayakawa.delete(`/insights/${body.id}`)
    expect((await hayakawa.post('/insights/', { ...draft, id: body.id })).body.likes).toBe(1)
  })

  test('only the author can change an insight', async () => {
    const stranger = await (await team()).member()
    const { member, visitor } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const { body } = await hayakawa.post('/insights/', draft)
    const path = `/insights/${body.id}`
    for (const [caller, status, code] of [
      [ito, 403, 'not_yours'],
      [stranger, 404, 'not_found'],
      [visitor(), 401, 'not_signed_in'],
    ] as const) {
      expect(await caller.put(path, change)).toMatchObject({ status, body: { code } })
      expect(await caller.delete(path)).toMatchObject({ status, body: { code } })
    }
    expect((await hayakawa.get('/insights/')).body.insights).toEqual([body])
  })
})

describe('likes', () => {
  test('each member can like an insight once and take the like back', async () => {
    const { member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    await ito.post('/insights/', { type: 'problem', note: '遅いビルド' })
    const { body } = await hayakawa.post('/insights/', draft)
    const path = `/insights/${body.id}/like`

    expect(await ito.post(path)).toMatchObject({ status: 200, body: { likes: 1, liked: true } })
    expect((await ito.post(path)).body).toEqual({ likes: 1, liked: true })
    expect((await hayakawa.post(path)).body).toEqual({ likes: 2, liked: true })
    expect(await ito.delete(path)).toMatchObject({ status: 200, body: { likes: 1, liked: false } })
    expect((await ito.delete(path)).body).toEqual({ likes: 1, liked: false })
    expect((await ito.get('/insights/')).body.insights[0]).toMatchObject({ likes: 1, liked: false })
    expect((await hayakawa.get('/insights/')).body.insights[0]).toMatchObject({ likes: 1, liked: true })
  })

  test('twenty simultaneous likes of one member count once', async () => {
    const { post, get } = await (await team()).member()
    const { body } = await post('/insights/', draft)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`/insights/${body.id}/like`)))
    expect(answers.every(({ status, body }) => status === 200 && body.likes === 1 && body.liked)).toBe(true)
    expect((await get('/insights/')).body.insights[0].likes).toBe(1)
  })

  test('liking another team’s insight is answered with 404', async () => {
    const stranger = await (await team()).member()
    const { post, get } = await (await team()).member()
    const { body } = await post('/insights/', draft)

    expect((await stranger.get('/insights/')).body).toEqual({ insights: [] })
    for (const path of [`/insights/${body.id}/like`, `/insights/${newId()}/like`]) {
      expect(await stranger.post(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await stranger.delete(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await post(`/insights/${newId()}/like`)).status).toBe(404)
    expect((await get('/insights/')).body.insights[0].likes).toBe(0)
  })

  test('reading, adding and liking insights need a session', async () => {
    const { visitor } = await team()
    const { get, post } = visitor()
    expect((await get('/insights/')).status).toBe(401)
    expect((await post('/insights/', draft)).status).toBe(401)
    expect((await post(`/insights/${newId()}/like`)).status).toBe(401)
  })
})
