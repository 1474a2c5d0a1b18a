import { expect, test } from 'vitest'
import { continuing } from './same-blocker.ts'
import { type Act, actsOf, blockerEventsOf, inOrder, outdatedActs, standingOf, undoneBy } from './policy.ts'

test.each([
  ['the same text', ['検証環境のDBが応答しない'], ['検証環境のDBが応答しない'], [0]],
  ['another width and case', ['VPN に接続できない'], ['ｖｐｎ に接続できない'], [0]],
  [
    'another count of days',
    ['契約書の返事待ちで手続きが進まない(3日目)'],
    ['契約書の返事待ちで手続きが進まない(4日目)'],
    [0],
  ],
  ['other words', ['契約書の返事待ち'], ['検証環境のDBが応答しない'], [undefined]],
  ['a line that says more', ['API'], ['The staging calendar API still returns old dates.'], [undefined]],
  ['one character', ['待'], ['待', '持'], [0, undefined]],
  ['the most similar of two lines', ['返事を待っています', '返事を待っている'], ['返事を待っている'], [1]],
  ['equal lines in their order', ['待ち', '待ち'], ['待ち', '待ち', '待ち'], [0, 1, undefined]],
  ['only one of two similar lines', ['契約書の返事待ち'], ['契約書の返事待ち', '契約書の返事待ち。'], [0, undefined]],
])('a line continues the expected earlier line: %s', async (_what, before, lines, found) => {
  expect(await continuing(before, lines)).toEqual(found)
})

const [ren, misaki] = ['ren', 'misaki']
const act = (kind: Act['kind'], day: string, user_id: string | null = ren): Act => ({
  id: `${day} ${kind}`,
  blocker_id: 'b',
  kind,
  day,
  on: day,
  at: `2026-${day}T00:00:00Z`,
  user_id,
})

test.each([
  [
    'named in the newest report',
    '10-22',
    [],
    ['10-21', '10-22'],
    { state: 'open', reopened: false, last_day: '10-22' },
  ],
  [
    'not named in the newest report',
    '10-21',
    [],
    ['10-21', '10-22', '10-23'],
    { state: 'resolved', resolution: 'unnamed', resolved_on: '10-22' },
  ],
  ['taken on', '10-22', [act('taken', '10-22')], ['10-22'], { state: 'acknowledged', owner_id: ren }],
  [
    'released',
    '10-22',
    [act('taken', '10-21'), act('released', '10-22')],
    ['10-22'],
    { state: 'open', owner_id: null },
  ],
  [
    'resolved',
    '10-22',
    [act('resolved', '10-22', misaki)],
    ['10-22', '10-23'],
    { resolution: 'solved', reopened: false, resolved_by: misaki, resolved_on: '10-22' },
  ],
  [
    'closed with its issue',
    '10-22',
    [act('issue-closed', '10-22', null)],
    ['10-22'],
    { resolution: 'issue', resolved_by: null },
  ],
  [
    'named after it was resolved',
    '10-23',
    [act('taken', '10-22'), act('resolved', '10-22')],
    ['10-22', '10-23'],
    { state: 'acknowledged', owner_id: ren, reopened: true, resolved_on: null },
  ],
  [
    'reopened before it was named again',
    '10-22',
    [act('resolved', '10-20'), act('reopened', '10-21')],
    ['10-20', '10-21', '10-22'],
    { state: 'open', reopened: true, last_day: '10-22' },
  ],
  [
    'resolved after it was reopened, whichever of both is read first',
    '10-21',
    [act('resolved', '10-23', misaki), act('reopened', '10-22')],
    ['10-21', '10-22', '10-23'],
    { resolution: 'solved', reopened: false, resolved_by: misaki },
  ],
  [
    'reopened after a report omitted it',
    '10-21',
    [act('reopened', '10-22')],
    ['10-21', '10-22'],
    { state: 'open', reopened: false, last_day: '10-22' },
  ],
  [
    'omitted again after it was reopened',
    '10-21',
    [act('reopened', '10-22')],
    ['10-22', '10-23'],
    { state: 'resolved', resolution: 'unnamed', resolved_on: '10-23' },
  ],
] as const)('a blocker has the expected state if it is %s', (_what, named, acts, days, standing) => {
  expect(standingOf(named, acts, days)).toMatchObject(standing)
})

test('the changes of blockers are ordered by day, then by time', () => {
  const done = [
    ['a', '10-22'],
    ['d', '10-21'],
    ['c', '10-20'],
    ['b', '10-21'],
    ['e', '10-21'],
  ] as const
  const ordered = done.map(([id, day]) => Object.assign(act('taken', day), { id })).toSorted(inOrder)
  expect(ordered.map(({ id }) => id)).toEqual(['c', 'b', 'd', 'e', 'a'])
})

const none = { resolution: null } as const
const open = { state: 'open', owner_id: null, ...none } as const
const taken = { state: 'acknowledged', owner_id: misaki, ...none } as const
const over = { state: 'resolved', owner_id: misaki, resolution: 'solved' } as const
const unmentioned = { state: 'resolved', owner_id: misaki, resolution: 'unnamed' } as const
test.each([
  [{ owner_id: ren }, open, ['taken']],
  [{ state: 'acknowledged' }, open, ['taken']],
  [{ state: 'acknowledged' }, taken, []],
  [{ owner_id: null }, taken, ['released']],
  [{ owner_id: null }, open, []],
  [{ state: 'open' }, taken, ['released']],
  [{ state: 'open' }, open, []],
  [{ state: 'resolved' }, taken, ['resolved']],
  [{ state: 'resolved' }, open, ['resolved']],
  [{ state: 'resolved' }, over, []],
  [{ state: 'resolved' }, unmentioned, ['resolved']],
  [{ state: 'acknowledged' }, unmentioned, ['reopened']],
  [{ state: 'resolved', owner_id: ren }, open, ['taken', 'resolved']],
  [{ state: 'acknowledged' }, over, ['reopened']],
  [{ state: 'open' }, over, ['reopened', 'released']],
  [{ owner_id: ren }, { ...over, owner_id: null }, ['reopened', 'taken']],
  [{ owner_id: null }, over, ['released']],
  [{}, over, []],
  [{}, unmentioned, []],
] as const)('the change %j of the blocker %j needs the actions %j', (change, now, acts) => {
  expect(actsOf(change, now, ren)).toEqual(acts)
})

const states = {
  open,
  taken,
  resolved: over,
  unmentioned,
} as const
test.each([
  [undefined, 'open', 'blocker.opened'],
  [undefined, 'taken', 'blocker.opened'],
  [undefined, 'resolved', undefined],
  [undefined, 'unmentioned', undefined],
  ['open', 'taken', undefined],
  ['open', 'resolved', 'blocker.resolved'],
  ['open', 'unmentioned', 'blocker.unmentioned'],
  ['taken', 'open', undefined],
  ['taken', 'resolved', 'blocker.resolved'],
  ['resolved', 'open', 'blocker.opened'],
  ['resolved', 'taken', 'blocker.opened'],
  ['resolved', 'resolved', undefined],
  ['unmentioned', 'open', 'blocker.opened'],
  ['unmentioned', 'resolved', 'blocker.resolved'],
  ['unmentioned', 'unmentioned', undefined],
] as const)('the change of a blocker from %s to %s causes the event %s (E3.04)', (was, is, event) => {
  const before = was ? [{ id: 'b', ...states[was] }] : []
  expect(blockerEventsOf(before, [{ id: 'b', ...states[is] }])).toEqual(event ? [{ id: 'b', event }] : [])
})

test('each of several changed blockers causes its own event', () => {
  const before = ['solved', 'forgotten'].map((id) => Object.assign({ id }, open))
  const after = [
    { id: 'new', ...open },
    { id: 'solved', ...over },
  ]
  expect(blockerEventsOf(before, after)).toEqual([
    { id: 'new', event: 'blocker.opened' },
    { id: 'solved', event: 'blocker.resolved' },
  ])
})

const now = new Date('2026-10-22T01:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const doneAgo = (kind: Act['kind'], seconds: number, user_id = ren) => ({
  ...act(kind, '10-22', user_id),
  id: ago(seconds),
  at: ago(seconds),
})

test.each([
  ['a resolution of nine seconds ago', [doneAgo('resolved', 9)], ['reopened'], ['resolved']],
  ['a resolution of ten seconds ago', [doneAgo('resolved', 10)], ['reopened'], ['resolved']],
  ['no resolution of eleven seconds ago', [doneAgo('resolved', 11)], ['reopened'], []],
  ['no resolution by somebody else', [doneAgo('resolved', 3, misaki)], ['reopened'], []],
  ['taking it on', [doneAgo('taken', 3)], ['released'], ['taken']],
  ['nothing if it resolves a blocker that was taken on', [doneAgo('taken', 3)], ['resolved'], []],
  [
    'a resolution, but not taking it on before',
    [doneAgo('taken', 5), doneAgo('resolved', 3)],
    ['reopened'],
    ['resolved'],
  ],
  [
    'both taking it on and a resolution',
    [doneAgo('taken', 5), doneAgo('resolved', 3)],
    ['reopened', 'released'],
    ['taken', 'resolved'],
  ],
  ['nothing if somebody else changed it since', [doneAgo('taken', 5), doneAgo('released', 3, misaki)], ['taken'], []],
] as const)('a later change of a blocker undoes %s (E3.04)', (_what, acts, kinds, undone) => {
  const change = kinds.map((kind) => Object.assign(doneAgo(kind, 0), { id: `${ago(0)} ${kind}` }))
  const taken = undoneBy(change, { named: '10-22', acts, days: ['10-22'] }, { userId: ren, now })
  expect(taken.map(({ kind }) => kind)).toEqual(undone)
})

test('deleting outdated actions does not change the state of a blocker', () => {
  const kinds = ['taken', ...Array.from({ length: 40 }, () => ['resolved', 'reopened'] as const).flat()] as const
  const acts = kinds.map((kind, at) => Object.assign(act(kind, '10-23'), { id: String(at).padStart(3, '0') }))
  const outdated = outdatedActs(acts, '10-23')
  const kept = acts.filter((each) => !outdated.includes(each))
  expect(kept).toHaveLength(51)
  expect(standingOf('10-22', kept, [])).toEqual(standingOf('10-22', acts, []))
  expect(outdatedActs(acts, '10-24')).toEqual([])
})
