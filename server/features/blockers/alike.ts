import { fold } from '#contract/fold.ts'

/** From here on two lines are the same blocker (N6.01). */
const alikeFrom = 0.8

type Counted = { text: string; pairs: ReadonlyMap<string, number>; count: number }

/** A line folded, and how often each two neighbouring UTF-16 units stand in it. */
function counted(line: string): Counted {
  const text = fold(line).trim()
  const pairs = new Map<string, number>()
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return { text, pairs, count: Math.max(0, text.length - 1) }
}

/** The Sørensen-Dice coefficient of their pairs of characters: 1 where they are the same, 0 where it need not be known. */
function similarity(one: Counted, other: Counted): number {
  if (one.text === other.text) return 1
  const [fewer, more] = one.count < other.count ? [one, other] : [other, one]
  const most = (shared: number) => (2 * shared) / (one.count + other.count)
  let shared = fewer.count
  for (const [pair, times] of fewer.pairs) {
    // Nearly all lines are given up after a few pairs.
    if (most(shared) < alikeFrom) return 0
    shared -= Math.max(0, times - (more.pairs.get(pair) ?? 0))
  }
  return most(shared)
}

/**
 * Which of the lines before each line goes on, folded: the most alike first, each once; of those that are as much alike, the
 * first with the first.
 * @returns of each line the index of the one before, undefined where there is none
 */
export function continuing(before: readonly string[], lines: readonly string[]): (number | undefined)[] {
  const [earlier, later] = [before.map(counted), lines.map(counted)]
  const alike = later.flatMap((line, to) =>
    earlier.flatMap((other, from) => {
      const much = similarity(line, other)
      return much >= alikeFrom ? { from, to, much } : []
    }),
  )
  const found = lines.map((): number | undefined => undefined)
  const taken = new Set<number>()
  const inOrder = alike.toSorted((one, other) => other.much - one.much || one.to - other.to || one.from - other.from)
  for (const { from, to } of inOrder) {
    if (found[to] !== undefined || taken.has(from)) continue
    found[to] = from
    taken.add(from)
  }
  return found
}
