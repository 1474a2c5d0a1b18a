import { expect, test } from 'vitest'
import type { ActivityEntry } from '#contract/activity.ts'
import { team } from '#server/testing/team.ts'

const report = { report_date: '2026-10-23', yesterday_work: '昨日', today_plan: '週表示を仕上げる', issues: '' }
const insight = { type: 'try', note: '手順を**3行**で添える' }
const kinds = (entries: ActivityEntry[]) => entries.map(({ kind }) => kind)

test('the activity lists reports, insights and new members, newest first', async () => {
  const { member, clock } = await team()
  const { get, post, user } = await member('佐伯', { first_name: '美咲' })
  clock.now = new Date(clock.now.getTime() + 60_000)
  await post('/daily-reports', { ...report, report_date: '2026-10-22', today_plan: '計'.repeat(1_000) })
  clock.now = new Date(clock.now.getTime() + 60_000)
  const added = await post('/insights/', insight)

  const { status, body } = await get('/activity')

  expect(status).toBe(200)
  expect(body.next).toBeNull()
  expect(body.entries).toEqual([
    {
      kind: 'insight',
      id: added.body.id,
      user_id: user.id,
      user_name: '佐伯 美咲',
      at: added.body.created_at,
      text: insight.note,
      type: 'try',
      edited: false,
    },
    expect.objectContaining({ kind: 'report', report_date: '2026-10-22', text: '計'.repeat(400) }),
    expect.objectContaining({ kind: 'member', id: user.id, user_name: '佐伯 美咲' }),
  ])
})

test('the pages of the activity have no gap, even if entries have the same time', async () => {
  const { member, clock } = await team()
  const { get, post } = await member()
  await member('伊藤')
  for (const day of [1, 2, 3]) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    await post('/daily-reports', { ...report, report_date: `2026-10-0${day}` })
    await post('/insights/', { ...insight, note: String(day) })
  }
  const all = (await get('/activity')).body.entries
  const paged: ActivityEntry[] = []
  let before = ''
  for (let page = 0; page < 8; page++) {
    const { body } = await get(`/activity?limit=1${before}`)
    paged.push(...body.entries)
    before = `&before=${body.next}`
    expect(body.next === null).toBe(page === 7)
  }
  expect(kinds(all)).toHaveLength(8)
  expect(all.map(({ at }: ActivityEntry) => at)).toEqual(
    all
      .map(({ at }: ActivityEntry) => at)
      .toSorted()
      .reverse(),
  )
  expect(paged).toEqual(all)
})

test('the activity shows no entry of another team', async () => {
  const first = await team()
  await (await first.member()).post('/insights/', insight)
  const { member, visitor } = await team()
  expect(kinds((await (await member()).get('/activity')).body.entries)).toEqual(['member'])
  expect((await visitor().get('/activity')).status).toBe(401)
})

test.each(['before=yesterday', 'before=1_2', 'limit=0', 'limit=101'])(
  'the activity rejects the query %s',
  async (query) => {
    const { get } = await (await team()).member()
    expect((await get(`/activity?${query}`)).status).toBe(400)
  },
)
