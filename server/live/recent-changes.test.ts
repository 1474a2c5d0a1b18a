import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, openRecentChanges } from './recent-changes.ts'

const team = 'team'
const report: Change = { kind: 'report' }
const kinds = (changes: readonly Change[] | undefined) => changes?.map(({ kind }) => kind)

test('a request for the changes after an id returns exactly the later changes', () => {
  const recent = openRecentChanges()
  const before = recent.lastId(team)
  expect(recent.since(team, [before])).toEqual([])
  const first = recent.add(team, report, '7')
  recent.add(team, { kind: 'insight' }, '9')
  expect(kinds(recent.since(team, [before]))).toEqual(['report', 'insight'])
  expect(kinds(recent.since(team, [first.id]))).toEqual(['insight'])
  expect(recent.since(team, [recent.lastId(team)])).toEqual([])
})

test('a request for the changes after several ids starts at the earliest id', () => {
  const recent = openRecentChanges()
  const [first, , third] = ['1', '2', '3'].map((transaction) => recent.add(team, report, transaction).id)
  expect(recent.since(team, [third!, first!])).toHaveLength(2)
  expect(recent.since(team, [third!, 'of another time'])).toBeUndefined()
})

test('ids of another team, of another process or from before a clear are unknown', () => {
  const recent = openRecentChanges()
  const { id } = recent.add(team, report, '1')
  recent.add('other', report, '2')
  expect(recent.since('other', [id])).toBeUndefined()
  expect(recent.since(team, [openRecentChanges().lastId(team)])).toBeUndefined()
  recent.clear()
  expect(recent.since(team, [id])).toBeUndefined()
})

test('the list of recent changes drops the oldest changes and the least recent teams', () => {
  const recent = openRecentChanges()
  const start = recent.lastId(team)
  const [oldest, second] = Array.from({ length: 201 }, (_, count) => recent.add(team, report, String(count)).id)
  expect(recent.since(team, [start])).toBeUndefined()
  expect(recent.since(team, [oldest!])).toHaveLength(200)
  expect(recent.since(team, [second!])).toHaveLength(199)
  for (let count = 0; count < 1_000; count++) recent.add(`team ${count}`, report, '1')
  expect(recent.since(team, [start])).toBeUndefined()
  expect(recent.since(team, [second!])).toBeUndefined()
})

test('each server gives the same ids to the same changes', () => {
  const change = fc.record({ transaction: fc.nat(3), kind: fc.constantFrom('report', 'read', 'member') })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), fc.nat(), (changes, heard) => {
      const [one, other] = [openRecentChanges(), openRecentChanges()]
      const ids = changes.map(({ kind, transaction }) => {
        const { id } = one.add(team, { kind }, String(transaction))
        expect(other.add(team, { kind }, String(transaction)).id).toBe(id)
        return id
      })
      const place = heard % ids.length
      const missed = other.since(team, [ids[place]!])
      expect(missed!.length).toBeGreaterThanOrEqual(ids.length - 1 - place)
    }),
  )
})
