import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { outboxOf, readOutbox, removeFromOutbox, setRefused } from './outbox.ts'

type Work = { text: string; lane: string }
const isWork = (work: Partial<Work> | null) => typeof work?.text === 'string'
const kinds = ['answers', 'report', 'insight', 'reads'] as const
const openOutbox = (kind: string) => outboxOf<Work>(kind, isWork, (work) => work.lane)
const outboxes = kinds.map(openOutbox)
const [comments, reports, marks] = [openOutbox('answers'), openOutbox('report'), openOutbox('reads')]
const user = 'Misaki'
const texts = (kind?: string) =>
  readOutbox(user)
    .filter((entry) => kind === undefined || entry.kind === kind)
    .map(({ work }) => (work as Work).text)

/** Simulates a browser storage that has room for `room` characters. */
function storageOf(room: number) {
  const stored: Record<string, string> = {}
  const methods = {
    room,
    getItem: (key: string) => stored[key] ?? null,
    removeItem: (key: string) => void delete stored[key],
    setItem(key: string, value: string) {
      const others = Object.entries(stored).filter(([other]) => other !== key)
      const used = this.room === Infinity ? 0 : others.flat().join('').length
      if (used + key.length + value.length > this.room)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      stored[key] = value
    },
  }
  // Browsers list the stored keys as own properties of the storage, so the stand-in does the same.
  return new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    set: (target, name, value) => Reflect.set(target, name, value),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

beforeEach(() => vi.stubGlobal('localStorage', storageOf(Infinity)))

type Step =
  | { act: 'add' | 'replace'; kind: number; text: string; lane: string }
  | { act: 'remove' | 'refuse'; at: number }
  | { act: 'fill'; room: number }
const lane = fc.constantFrom('a', 'b')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constantFrom('add' as const, 'add' as const, 'replace' as const),
    kind: fc.nat(kinds.length - 1),
    text: fc.string({ maxLength: 300 }),
    lane,
  }),
  fc.record({ act: fc.constantFrom('remove' as const, 'refuse' as const), at: fc.nat(20) }),
  fc.record({ act: fc.constant('fill' as const), room: fc.nat(3_000) }),
)

it('the outbox keeps every written text, however full the storage is', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const storage = storageOf(Infinity)
      vi.stubGlobal('localStorage', storage)
      let accepted: { kind: string; lane: string; text: string }[] = []
      const words = () => readOutbox(user).filter(({ kind }) => kind !== 'reads')
      for (const each of steps)
        if (each.act === 'fill') storage.room = each.room
        else if ('kind' in each) {
          const { act, ...work } = each
          const kind = kinds[each.kind]!
          const isAdded = outboxes[each.kind]![act](user, work)
          if (!isAdded || kind === 'reads') continue
          if (act === 'replace') accepted = accepted.filter((other) => other.kind !== kind || other.lane !== work.lane)
          accepted.push({ kind, lane: work.lane, text: work.text })
        } else {
          const entry = words()[each.at]
          if (entry && each.act === 'refuse') setRefused(user, entry.id, { isGone: false })
          if (!entry || each.act !== 'remove') continue
          removeFromOutbox(user, entry.id)
          accepted.splice(each.at, 1)
        }
      expect(words().map(({ work }) => (work as Work).text)).toEqual(accepted.map(({ text }) => text))
    }),
  )
})

it('the outbox removes only the oldest read marks beyond a thousand entries', () => {
  comments.add(user, { text: 'first comment', lane: 'report' })
  for (let index = 0; index < 1_100; index++) marks.add(user, { text: `mark ${index}`, lane: 'day' })
  reports.add(user, { text: 'report', lane: 'day' })
  expect(readOutbox(user)).toHaveLength(1_000)
  expect(texts('answers')).toEqual(['first comment'])
  expect(texts('reads')[0]).toBe('mark 102')
  expect(texts('reads').at(-1)).toBe('mark 1099')
})

it('the outbox keeps more than a thousand comments', () => {
  for (let index = 0; index < 1_100; index++) comments.add(user, { text: `${index}`, lane: 'report' })
  expect(texts('answers')).toHaveLength(1_100)
})

it('the outbox removes read marks to make room for texts', () => {
  const storage = storageOf(Infinity)
  vi.stubGlobal('localStorage', storage)
  for (let index = 0; index < 10; index++) marks.add(user, { text: 'a read mark', lane: 'day' })
  storage.room = 600
  expect(comments.add(user, { text: 'x'.repeat(250), lane: 'report' })).toBe(true)
  expect(marks.add(user, { text: 'a read mark', lane: 'day' })).toBe(false)
  expect(comments.add(user, { text: 'x'.repeat(250), lane: 'report' })).toBe(false)
  expect(texts('answers')).toEqual(['x'.repeat(250)])
})
