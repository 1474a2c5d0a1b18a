import { expect, test } from 'vitest'
import type { Comment, Mention } from '#contract/comments.ts'
import { type Member, team } from '#server/testing/team.ts'

const date = '2026-11-20'

/**
 * Creates Misaki, Ren, Yukari and Toru. Misaki has written a report and an insight. Only Ren has commented on them.
 */
async function morning() {
  const asakai = await team({ now: new Date(`${date}T03:00:00Z`) })
  const [misaki, ren, yukari, toru] = [
    await asakai.member('佐伯'),
    await asakai.member('早川'),
    await asakai.member('藤井'),
    await asakai.member('渡辺'),
  ]
  const words = { report_date: date, yesterday_work: '設計', today_plan: '実装', issues: '' }
  const { body: report } = await misaki.post('/daily-reports', words)
  const { body: insight } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
  const places = { report: `/daily-reports/${report.id}/comments`, insight: `/insights/${insight.id}/comments` }
  for (const place of Object.values(places)) await ren.post(place, { body: '読みました' })
  const writer = await asakai.member('小野寺')
  return { misaki, ren, yukari, toru, writer, places, clock: asakai.clock }
}

type Here = Awaited<ReturnType<typeof morning>>
type Name = 'misaki' | 'ren' | 'yukari' | 'toru'
const names: Name[] = ['misaki', 'ren', 'yukari', 'toru']

const forMe = async (who: Member): Promise<Mention[]> => (await who.get('/mentions')).body.mentions
const idsOf = (here: Here, of: readonly Name[]) => of.map((name) => here[name].user.id)

/** The ways in which a comment gets another text. */
const edits = {
  'changing it': async ({ writer }: Here, _place: string, id: string, mentions: string[] | undefined) =>
    writer.put(`/comments/${id}`, { body: '二', mentions }),
  'adding it again after its deletion': async (
    { writer }: Here,
    place: string,
    id: string,
    mentions: string[] | undefined,
  ) => {
    await writer.delete(`/comments/${id}`)
    return writer.post(place, { id, body: '二', mentions })
  },
}

const pairs: [Name[], Name[] | undefined][] = [
  [['yukari'], []],
  [['yukari'], undefined],
  [['yukari'], ['toru']],
  [
    ['yukari', 'toru'],
    ['toru', 'yukari'],
  ],
  [['yukari', 'toru'], ['toru']],
  [[], ['yukari']],
  [['misaki', 'ren'], []],
  [[], ['misaki', 'ren']],
  [['misaki', 'yukari'], ['ren']],
]

test.each(
  (['report', 'insight'] as const).flatMap((of) =>
    (Object.keys(edits) as (keyof typeof edits)[]).flatMap((how) =>
      pairs.map(([first, then]) => [of, how, first, then] as const),
    ),
  ),
)('a comment on a %s has only the new mentions after %s (%j, then %j)', async (of, how, first, then) => {
  const here = await morning()
  const place = here.places[of]
  const { body: comment } = await here.writer.post(place, { body: '一', mentions: idsOf(here, first) })
  await here.toru.post('/mentions/read', {})
  const before = new Map<Name, Mention | undefined>()
  const mine = async (name: Name) => (await forMe(here[name])).find(({ comment_id }) => comment_id === comment.id)
  for (const name of names) before.set(name, await mine(name))
  expect((await edits[how](here, place, comment.id, then && idsOf(here, then))).status).toBeLessThan(300)

  const written = ((await here.ren.get(place)).body.comments as Comment[]).find(({ id }) => id === comment.id)!
  expect(written.mentions.toSorted()).toEqual(idsOf(here, then ?? []).toSorted())
  for (const name of names) {
    const [was, is] = [before.get(name), await mine(name)]
    const isNamed = then?.includes(name) ?? false
    // The comment concerns Misaki and Ren even if it does not name them.
    const why = isNamed ? 'mention' : name === 'misaki' ? 'own' : name === 'ren' ? 'reply' : undefined
    expect([name, is?.why]).toEqual([name, why])
    // The mention's row is the same as before, and so is its read mark: the member is not notified again.
    if (was && is) expect(is).toMatchObject({ id: was.id, read: was.read })
    else if (is) expect(is.read).toBe(false)
  }
})

test.each(
  (['report', 'insight'] as const).flatMap((of) =>
    (Object.keys(edits) as (keyof typeof edits)[]).flatMap((how) =>
      [true, false].map((isRead) => [of, how, isRead] as const),
    ),
  ),
)('in a comment on a %s, %s restores the mention of a member named again (read: %s)', async (of, how, isRead) => {
  const here = await morning()
  const { yukari, writer, places } = here
  const { body: comment } = await writer.post(places[of], { body: '一', mentions: [yukari.user.id] })
  if (isRead) await yukari.post('/mentions/read', {})
  const before = (await yukari.get('/mentions')).body
  for (const named of [[], [], [yukari.user.id]]) {
    expect((await edits[how](here, places[of], comment.id, named)).status).toBeLessThan(300)
    const { mentions, unread } = (await yukari.get('/mentions')).body
    expect([mentions.length, unread]).toEqual(named.length === 0 ? [0, 0] : [1, before.unread])
  }
  expect(await forMe(yukari)).toMatchObject([{ id: before.mentions[0].id, why: 'mention', read: isRead, body: '二' }])
  expect((await writer.get(places[of])).body.comments.at(-1).mentions).toEqual([yukari.user.id])
})
