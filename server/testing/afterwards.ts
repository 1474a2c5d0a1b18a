import { afterAll } from 'vitest'

const ends: (() => unknown)[] = []

// Here, while the file is being collected: inside of a test, `afterAll` is not heard.
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Runs when this test file is done, the newest first; may be called from within a test. */
export function afterwards(end: () => unknown) {
  ends.push(end)
}
