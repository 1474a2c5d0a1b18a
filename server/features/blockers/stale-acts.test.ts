import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam, report } from '#server/testing/dashboard-team.ts'

async function office() {
  const parts = await dashboardTeam()
  const [ren, misaki, toru] = [await parts.member('早川'), await parts.member('佐伯'), await parts.member('渡辺')]
  await report(ren, ['2026-10-22'], { issues: '検証環境' })
  const [blocker] = (await ren.get('/blockers')).body.blockers as [Blocker]
  const act = async (who: typeof ren, change: object) => who.patch(`/blockers/${blocker.id}`, change)
  const now = async (): Promise<Blocker> => (await ren.get('/blockers?date=2026-10-22')).body.blockers[0]
  const advanceClock = () => (parts.clock.now = new Date(parts.clock.now.getTime() + 11_000))
  return { ren, misaki, toru, blocker, act, now, advanceClock }
}

type Who = 'misaki' | 'toru'
/** The changes that a click sends, with the blocker that the page showed. */
const presses = {
  take: ({ id }: { id: string }, seen: Blocker) => ({ owner_id: id, before: seen }),
  resolve: (_me: { id: string }, seen: Blocker) => ({ state: 'resolved', before: seen }),
  release: (_me: { id: string }, seen: Blocker) => ({ owner_id: null, before: seen }),
  reopen: (_me: { id: string }, seen: Blocker) => ({
    state: seen.owner_id === null ? 'open' : 'acknowledged',
    before: seen,
  }),
}
type Press = keyof typeof presses
const open: Press[] = []

/**
 * Each row has the actions before both pages load, Misaki's actions after that, the action from Toru's outdated page,
 * and its response.
 */
const cases: [Press[], Press[], Press, number, string | undefined][] = [
  [open, ['take'], 'take', 409, 'blocker_taken'],
  [open, ['resolve'], 'take', 409, 'blocker_resolved'],
  [open, ['take', 'resolve'], 'take', 409, 'blocker_resolved'],
  [open, ['resolve', 'reopen'], 'take', 200, undefined],
  [open, ['resolve', 'reopen', 'take'], 'take', 409, 'blocker_taken'],
  [open, ['take'], 'resolve', 409, 'blocker_changed'],
  [['take'], ['release'], 'resolve', 409, 'blocker_changed'],
  [open, ['resolve'], 'resolve', 409, 'blocker_resolved'],
  [['resolve'], ['reopen'], 'reopen', 200, undefined],
  [['resolve'], ['reopen', 'take'], 'reopen', 409, 'blocker_changed'],
  [['take'], ['release'], 'release', 200, undefined],
  [['take'], ['resolve'], 'release', 409, 'blocker_resolved'],
  [['take'], ['resolve'], 'resolve', 409, 'blocker_resolved'],
  [['take'], ['release', 'take'], 'resolve', 200, undefined],
]

test.each(cases)(
  'after the changes %j and then %j, an outdated page’s %s gets %i %s',
  async (first, then, last, ...is) => {
    const { misaki, toru, act, now, advanceClock } = await office()
    const who = { misaki, toru }
    const press = async (by: Who, what: Press, seen: Blocker) => act(who[by], presses[what](who[by].user, seen))
    for (const what of first) expect((await press('misaki', what, await now())).status).toBe(200)
    const seen = await now()
    for (const what of then) {
      advanceClock()
      expect((await press('misaki', what, await now())).status).toBe(200)
    }
    advanceClock()
    const before = await now()
    const { status, body } = await press('toru', last, seen)
    expect([status, body.code]).toEqual(is)
    if (status === 409) expect(await now()).toEqual(before)
  },
)

test('naming an owner does not reopen a resolved blocker', async () => {
  const { misaki, toru, act, now } = await office()
  await act(misaki, { state: 'resolved' })
  const resolved = await now()
  const answer = await act(toru, { owner_id: toru.user.id })
  expect([answer.status, answer.body.code]).toEqual([409, 'blocker_resolved'])
  expect(await now()).toEqual(resolved)
})

test.each<[string, Press]>([
  ['take on', 'take'],
  ['resolve', 'resolve'],
])('a repeated request to %s a blocker gets the same response as the first', async (_what, what) => {
  const { misaki, act, now } = await office()
  const change = presses[what](misaki.user, await now())
  const first = await act(misaki, change)
  expect(await act(misaki, change)).toMatchObject({ status: 200, body: first.body })
})

test('a member can resolve a blocker that they took on in another tab', async () => {
  const { misaki, act, now, advanceClock } = await office()
  const seen = await now()
  await act(misaki, presses.take(misaki.user, seen))
  advanceClock()
  expect((await act(misaki, presses.resolve(misaki.user, seen))).body).toMatchObject({ state: 'resolved' })
})

test('changing a blocker whose report is deleted returns 404', async () => {
  const { ren, misaki, blocker, act, now } = await office()
  const seen = await now()
  await ren.delete(`/daily-reports/${blocker.report_id}`)
  for (const what of Object.keys(presses) as Press[])
    expect((await act(misaki, presses[what](misaki.user, seen))).status).toBe(404)
})
