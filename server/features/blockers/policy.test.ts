import { expect, test } from 'vitest'
import { continuing } from './alike.ts'
import { type Act, actsOf, standingOf } from './policy.ts'

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
  ['named in the newest report', '10-22', [], ['10-21', '10-22'], { state: 'open', last_day: '10-22' }],
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
    { resolution: 'solved', resolved_by: misaki, resolved_on: '10-22' },
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
