import { afterAll } from 'vitest'

const ends: (() => unknown)[] = []

// Must be registered here, while the file is collected: Vitest ignores `afterAll` within a test.
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Registers a function to run after this test file, in reverse order. May be called within a test. */
export function afterwards(end: () => unknown) {
  ends.push(end)
}
