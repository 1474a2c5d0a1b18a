import { expect, test } from 'vitest'
import type { DayReport } from '#contract/reports.ts'
import { type Member, team } from '#server/testing/team.ts'

const date = '2026-11-20'
const now = new Date('2026-11-20T03:00:00Z')
const draft = { report_date: date, yesterday_work: '設計', today_plan: '実装', issues: '' }

async function morning() {
  const asakai = await team({ now })
  const [author, ren, yukari] = [await asakai.member('佐伯'), await asakai.member('早川'), await asakai.member('藤井')]
  const { body } = await author.post('/daily-reports', draft)
  return { ...asakai, author, ren, yukari, place: `/daily-reports/${body.id}/reactions` }
}
const onDay = async (who: Member) => {
  const { body } = await who.get(`/daily-reports?report_date=${date}`)
  const { comments, reactions } = (body.reports as DayReport[])[0]!
  return { comments, reactions }
}

test('a day lists the reactions to each report with their counts, the most used first (N5.03)', async () => {
  const { author, ren, yukari, place } = await morning()
  for (const _twice of [1, 2]) expect((await ren.put(`${place}/thanks`, undefined)).status).toBe(204)
  await ren.put(`${place}/nice`, undefined)
  await yukari.put(`${place}/nice`, undefined)
  await ren.post(place.replace('reactions', 'comments'), { body: '一' })
  expect(await onDay(ren)).toEqual({
    comments: 1,
    reactions: [
      { reaction: 'nice', count: 2, mine: true },
      { reaction: 'thanks', count: 1, mine: true },
    ],
  })
  expect((await onDay(author)).reactions.map(({ mine }) => mine)).toEqual([false, false])
  const person = ({ user }: Member, user_name: string) => ({ user_id: user.id, user_name })
  expect((await author.get(place)).body.reactions).toEqual([
    { reaction: 'nice', users: [person(ren, '早川 直樹'), person(yukari, '藤井 直樹')] },
    { reaction: 'thanks', users: [person(ren, '早川 直樹')] },
  ])
  for (const _twice of [1, 2]) expect((await ren.delete(`${place}/nice`)).status).toBe(204)
  expect((await onDay(ren)).reactions).toMatchObject([
    { reaction: 'nice', count: 1, mine: false },
    { reaction: 'thanks' },
  ])
})

test('the members who gave a reaction are listed in the order of their reactions', async () => {
  const { author, ren, yukari, member, place, clock } = await morning()
  const haruka = await member('森')
  const { body: other } = await haruka.post('/daily-reports', draft)
  const elsewhere = `/daily-reports/${other.id}/reactions`
  const at = (seconds: number) => (clock.now = new Date(Date.UTC(2026, 10, 20, 3, 1, seconds)))
  for (const [seconds, who, reaction] of [
    [30, ren, 'nice'],
    [20, yukari, 'nice'],
    [10, haruka, 'thanks'],
    [40, yukari, 'thanks'],
    [25, haruka, 'ok'],
  ] as const) {
    at(seconds)
    await who.put(`${place}/${reaction}`, undefined)
  }
  await ren.put(`${elsewhere}/nice`, undefined)
  const given = async (at: string) =>
    ((await author.get(at)).body as { reactions: { reaction: string; users: { user_id: string }[] }[] }).reactions.map(
      ({ reaction, users }) => [reaction, users.map(({ user_id }) => user_id)],
    )
  expect(await given(place)).toEqual([
    ['thanks', [haruka.user.id, yukari.user.id]],
    ['nice', [yukari.user.id, ren.user.id]],
    ['ok', [haruka.user.id]],
  ])
  await ren.delete(`${elsewhere}/nice`)
  expect(await given(elsewhere)).toEqual([])
  expect((await given(place))[1]).toEqual(['nice', [yukari.user.id, ren.user.id]])
  expect((await author.put(`${elsewhere}/ok`, undefined)).status).toBe(204)
  expect((await haruka.put(`${elsewhere}/ok`, undefined)).status).toBe(403)
})

test('twenty simultaneous equal reactions of a member are stored once', async () => {
  const { ren, place } = await morning()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ren.put(`${place}/ok`, undefined)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await onDay(ren)).reactions).toEqual([{ reaction: 'ok', count: 1, mine: true }])
})

test('a member cannot react to their own or an unknown report, or with an unknown reaction', async () => {
  const { author, ren, place } = await morning()
  const stranger = await (await team({ now })).member()
  expect(await author.put(`${place}/nice`, undefined)).toMatchObject({ status: 403, body: { code: 'own_report' } })
  for (const answer of [await ren.put(`${place}/love`, undefined), await ren.delete(`${place}/👍`)])
    expect(answer.status).toBe(400)
  for (const answer of [
    await stranger.put(`${place}/nice`, undefined),
    await stranger.delete(`${place}/nice`),
    await stranger.get(place),
  ])
    expect(answer.status).toBe(404)
})
