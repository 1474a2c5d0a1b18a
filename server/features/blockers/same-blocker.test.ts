import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPairs } from '#server/testing/blocker-pairs-first.ts'
import { secondPairs } from '#server/testing/blocker-pairs-second.ts'
import { continuing } from './same-blocker.ts'

const isSame = async (before: string, after: string) => (await continuing([before], [after]))[0] === 0

const word = fc.constantFrom(
  '検証環境',
  '返事待ち',
  'サーバー',
  'waiting',
  'review',
  'Freigabe',
  'réponse',
  '没有',
  'が',
  'VPN',
)
const phrase = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const around = fc.tuple(phrase, phrase)
/** Generates a line with a gap, and two different words for the gap. */
const exchange = <T>(thing: fc.Arbitrary<T>) => fc.tuple(around, thing, thing).filter(([, one, other]) => one !== other)

test.each([
  ['number', fc.integer({ min: 0, max: 99_999 }).map(String)],
  ['digit of another script', fc.constantFrom('１', '②', '3', '四', '٥', '⑥', '７', '八')],
  ['ticket key', fc.tuple(fc.constantFrom('HIN', 'OPS', 'WEBSHOP'), fc.nat(999)).map(([key, id]) => `${key}-${id}`)],
  ['version', fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map((parts) => `v${parts.join('.')}`)],
  ['single letter', fc.constantFrom(...'ABCDEFGHJKLMNOPQRSTUVWXYZ'.split(''))],
  ['small letter', fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'.split(''))],
])('two lines that differ in a %s are two blockers (E3.02)', async (_what, thing) => {
  await fc.assert(
    fc.asyncProperty(exchange(thing), async ([[begin, end], one, other]) => {
      expect(await isSame(`${begin} ${one} ${end}`, `${begin} ${other} ${end}`)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

const noes = [
  'not',
  'never',
  'without',
  'nicht',
  'kein',
  'ohne',
  'ne … pas',
  'sans',
  'non',
  'senza',
  'ei',
  '不',
  '没',
  '未',
]

test.each(noes)('a line with "%s" and the same line without it are two blockers (E3.02)', async (no) => {
  await fc.assert(
    fc.asyncProperty(around, async ([begin, end]) => {
      expect(await isSame(`${begin} ${end}`, `${begin} ${no} ${end}`)).toBe(false)
      expect(await isSame(`${begin} ${no} ${end}`, `${begin} ${end}`)).toBe(false)
    }),
  )
})

const lines = fc.oneof(
  phrase,
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...[...firstPairs, ...secondPairs].flat()),
)

test('a blocker line matches itself, and two lines match in both directions or in none', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (one, other) => {
      expect(await isSame(one, one)).toBe(true)
      expect(await isSame(one, other)).toBe(await isSame(other, one))
    }),
    { numRuns: 500 },
  )
})

test('each line of a report continues the equal line of the last report, whatever their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(phrase, { maxLength: 20 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      async ([before, after]) => {
        const found = await continuing(before, after)
        expect(new Set(found).size).toBe(after.length)
        expect(found.map((from) => before[from!])).toEqual(after)
      },
    ),
  )
})

const alike = (from: number) =>
  Array.from(
    { length: 200 },
    (_, n) => `waiting for ${'ab'.repeat(14)}${String.fromCodePoint(97 + ((n * from) % 26)).repeat(8)}`,
  )

const words = (version: number) =>
  Array.from({ length: 20 }, (_, n) =>
    Array.from(
      { length: 100 },
      (__, at) => `${at % 9 === 0 ? ', ' : ''}w${String.fromCodePoint(97 + ((at * version + n) % 26))}`,
    ).join(' '),
  )

test.each([
  ['200 lines that are nearly alike', alike(3), alike(7)],
  ['20 lines of 100 words', words(1), words(2)],
  ['one line of 10,000 characters', ['検証環境の返事 '.repeat(1_250)], ['検証環境の返事。'.repeat(1_250)]],
  ['10,000 spaces inside a line', [`a${' '.repeat(9_998)}b`], [`a${' '.repeat(9_998)}c`]],
  ['10,000 brackets', ['('.repeat(10_000)], [`${'('.repeat(9_999)}a`]],
  ['10,000 letters apart', ['a '.repeat(5_000)], ['b '.repeat(5_000)]],
])(
  'comparing two reports with %s lets other requests run at least every 50 ms (E6.01)',
  async (_what, before, after) => {
    await continuing(before, after) // warm-up for the compiler
    let since = process.threadCpuUsage()
    let longestMs = 0
    const look = () => {
      const { user, system } = process.threadCpuUsage(since)
      longestMs = Math.max(longestMs, (user + system) / 1_000)
      since = process.threadCpuUsage()
    }
    const looking = setInterval(look, 0)
    await continuing(before, after)
    clearInterval(looking)
    look()
    expect(longestMs).toBeLessThan(50)
  },
)
