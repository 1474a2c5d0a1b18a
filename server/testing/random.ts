/** Returns a pseudorandom generator with the same sequence in each run (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Returns an integer from 0 up to, but not including, `most`. */
  const below = (most: number) => Math.floor(next() * most)
  return { below, oneIn: (most: number) => below(most) === 0 }
}
