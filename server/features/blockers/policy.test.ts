import { expect, test } from 'vitest'
import { continuing } from './alike.ts'
import { type Act, actsOf, becameOf, inOrder, standingOf } from './policy.ts'

test.each([
  ['the same', ['検証環境のDBが応答しない'], ['検証環境のDBが応答しない'], [0]],
  ['other width and case', ['VPN に接続できない'], ['ｖｐｎ に接続できない'], [0]],
  [
    'a count of days',
    ['契約書の返事待ちで手続きが進まない(3日目)'],
    ['契約書の返事待ちで手続きが進まない(4日目)'],
    [0],
  ],
  ['other words', ['契約書の返事待ち'], ['検証環境のDBが応答しない'], [undefined]],
  ['a line that says more', ['API'], ['The staging calendar API still returns old dates.'], [undefined]],
  ['one character', ['待'], ['待', '持'], [0, undefined]],
  ['the most alike first', ['返事を待っています', '返事を待っている'], ['返事を待っている'], [1]],
  ['the first with the first', ['待ち', '待ち'], ['待ち', '待ち', '待ち'], [0, 1, undefined]],
  ['each once', ['契約書の返事待ち'], ['契約書の返事待ち', '契約書の返事待ち。'], [0, undefined]],
])('a line goes on with one that is alike: %s', (_what, before, lines, found) => {
  expect(continuing(before, lines)).toEqual(found)
})

const [ren, misaki] = ['ren', 'misaki']
const act = (kind: Act['kind'], day: string, user_id: string | null = ren): Act => ({
  id: `${day} ${kind}`,
  blocker_id: 'b',
  kind,
  day,
  on: day,
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
    'not named since',
    '10-21',
    [],
    ['10-21', '10-22', '10-23'],
    { state: 'resolved', resolution: 'unnamed', resolved_on: '10-22' },
  ],
  ['taken on', '10-22', [act('taken', '10-22')], ['10-22'], { state: 'acknowledged', owner_id: ren }],
  ['let go', '10-22', [act('taken', '10-21'), act('released', '10-22')], ['10-22'], { state: 'open', owner_id: null }],
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
    { resolution: 'solved', reopened: true, resolved_by: misaki },
  ],
  [
    'reopened though it is not named',
    '10-21',
    [act('reopened', '10-22')],
    ['10-21', '10-22'],
    { state: 'open', reopened: true, last_day: '10-22' },
  ],
  [
    'not named again after that',
    '10-21',
    [act('reopened', '10-22')],
    ['10-22', '10-23'],
    { state: 'resolved', resolution: 'unnamed', resolved_on: '10-23' },
  ],
] as const)('what a blocker has come to: %s', (_what, named, acts, days, standing) => {
  expect(standingOf(named, acts, days)).toMatchObject(standing)
})

test('acts stand in order by their day, whenever they were done, and within it as they were done', () => {
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

const open = { state: 'open', owner_id: null } as const
const taken = { state: 'acknowledged', owner_id: misaki } as const
const over = { state: 'resolved', owner_id: misaki } as const
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
  [{ state: 'resolved', owner_id: ren }, open, ['taken', 'resolved']],
  [{ state: 'acknowledged' }, over, ['reopened']],
  [{ state: 'open' }, over, ['reopened', 'released']],
  [{ owner_id: ren }, { ...over, owner_id: null }, ['reopened', 'taken']],
  [{ owner_id: null }, over, ['released']],
  [{}, over, []],
] as const)('%j of %j is done by %j', (change, now, acts) => {
  expect(actsOf(change, now, ren)).toEqual(acts)
})

test.each([
  [undefined, 'open', 'blocker.opened'],
  [undefined, 'acknowledged', 'blocker.opened'],
  [undefined, 'resolved', undefined],
  ['open', 'acknowledged', undefined],
  ['open', 'resolved', 'blocker.resolved'],
  ['acknowledged', 'open', undefined],
  ['acknowledged', 'resolved', 'blocker.resolved'],
  ['resolved', 'open', 'blocker.opened'],
  ['resolved', 'acknowledged', 'blocker.opened'],
  ['resolved', 'resolved', undefined],
] as const)('what was %s and is %s is told of by %s', (was, state, event) => {
  const before = was ? [{ id: 'b', state: was }] : []
  expect(becameOf(before, [{ id: 'b', state }])).toEqual(event ? [{ id: 'b', event }] : [])
})

test('of several each is told of for itself', () => {
  const before = [
    { id: 'solved', state: 'open' },
    { id: 'forgotten', state: 'open' },
  ] as const
  const after = [
    { id: 'new', state: 'open' },
    { id: 'solved', state: 'resolved' },
  ] as const
  expect(becameOf(before, after)).toEqual([
    { id: 'new', event: 'blocker.opened' },
    { id: 'solved', event: 'blocker.resolved' },
  ])
})
