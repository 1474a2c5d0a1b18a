import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TryAct, TryChange } from '#contract/tries.ts'
import { actsOf, outdatedEvents, type TryEvent, tryOf } from './policy.ts'

const [added, returns, later] = ['2040-10-19', '2040-11-02', '2040-11-16']
const event = (kind: TryAct, more: Partial<TryEvent> = {}): TryEvent => ({
  kind,
  user_id: 'misaki',
  name: '佐伯',
  day: returns,
  ...more,
})
const ren = { user_id: 'ren', name: '早川' }
const gone = { user_id: null, name: null }
const events = (kinds: readonly TryAct[]) => kinds.map((kind) => event(kind))

test.each<[string, TryAct[], string | null, string]>([
  ['comes back two weeks after it was added', [], null, returns],
  ['stays undecided if a member takes it on', ['taken'], null, returns],
  ['is kept', ['kept'], 'kept', returns],
  ['is dropped', ['dropped'], 'dropped', returns],
  ['comes back two weeks after it is tried once more', ['again'], null, later],
  ['comes back as before if the repetition is undone', ['again', 'undone'], null, returns],
  ['keeps its outcome if its owner releases it', ['taken', 'kept', 'released'], 'kept', returns],
  ['is kept after it was tried once more', ['again', 'kept'], 'kept', later],
  ['is tried once more if the later decision is undone', ['again', 'kept', 'undone'], null, later],
  ['has the outcome of the last decision', ['kept', 'dropped'], 'dropped', returns],
  ['has the first outcome if the second is undone', ['kept', 'dropped', 'undone'], 'kept', returns],
])('a Try %s', (_what, kinds, outcome, returns_on) =>
  expect(tryOf(added, events(kinds))).toMatchObject({ outcome, returns_on }),
)

test.each<[string, TryEvent[], string | null, string | null]>([
  ['no one at first', [], null, null],
  ['the member who took it on', [event('taken')], 'misaki', '佐伯'],
  ['the member who took it on last', [event('taken'), event('taken', ren)], 'ren', '早川'],
  ['the same member after any decision', [event('taken'), event('kept', ren), event('undone', ren)], 'misaki', '佐伯'],
  ['no one after a release', [event('taken'), event('released')], null, null],
  ['the next member after a release', [event('taken'), event('released'), event('taken', ren)], 'ren', '早川'],
  ['no one if its owner has left', [event('taken', ren), event('taken', gone)], null, null],
  ['no one if its owner is deactivated', [event('taken', { name: null })], null, null],
])('a Try belongs to %s', (_what, all, owner_id, owner_name) =>
  expect(tryOf(added, all)).toMatchObject({ owner_id, owner_name }),
)

test.each<[string, TryAct[], TryChange, TryAct[]]>([
  ['no change', ['taken', 'kept'], {}, []],
  ['taking it on', [], { owner_id: 'misaki' }, ['taken']],
  ['taking it on again', ['taken'], { owner_id: 'misaki' }, []],
  ['taking it from another member', ['taken'], { owner_id: 'ren' }, ['taken']],
  ['releasing it', ['taken'], { owner_id: null }, ['released']],
  ['releasing it without an owner', [], { owner_id: null }, []],
  ['keeping it', [], { outcome: 'kept' }, ['kept']],
  ['keeping it again', ['kept'], { outcome: 'kept' }, []],
  ['dropping it after keeping it', ['kept'], { outcome: 'dropped' }, ['dropped']],
  ['trying it once more', [], { outcome: 'again' }, ['again']],
  ['trying it once more twice on one day', ['again'], { outcome: 'again' }, []],
  ['trying it once more after dropping it', ['again', 'dropped'], { outcome: 'again' }, ['again']],
  ['taking a decision back', ['kept'], { outcome: null }, ['undone']],
  ['taking the first decision back after the second', ['again', 'kept', 'undone'], { outcome: null }, ['undone']],
  ['taking a decision back twice', ['kept', 'undone'], { outcome: null }, []],
  ['taking a decision back without a decision', ['taken', 'released'], { outcome: null }, []],
  ['taking it on and keeping it', [], { owner_id: 'misaki', outcome: 'kept' }, ['taken', 'kept']],
  ['taking it on and keeping it again', ['taken', 'kept'], { owner_id: 'misaki', outcome: 'kept' }, []],
])('the change “%s” of a Try after the events %j stores only necessary events', (_what, kinds, change, acts) => {
  const before = events(kinds)
  expect(actsOf(tryOf(added, before), change, before, returns)).toEqual(acts)
})

test('removing the outdated events of a Try does not change the state of the Try', () => {
  const kind = fc.constantFrom<TryAct>('taken', 'released', 'kept', 'dropped', 'again', 'undone')
  const day = fc.constantFrom(added, returns, later)
  const all = fc.array(fc.record({ kind, day, user_id: fc.constant('ren'), name: fc.constant('早川') }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(all, (past) => {
      const outdated = new Set(outdatedEvents(past))
      const kept = past.filter((each) => !outdated.has(each))
      expect(kept.length).toBeLessThanOrEqual(12)
      const undone: TryEvent[] = []
      for (let count = 0; count < 10; count += 1) {
        expect(tryOf(added, [...kept, ...undone])).toEqual(tryOf(added, [...past, ...undone]))
        undone.push(event('undone'))
      }
    }),
  )
})
