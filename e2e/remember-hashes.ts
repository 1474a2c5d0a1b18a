import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

/** Caches the result of `work` by its arguments. */
function once<Words extends unknown[], Answer>(work: (...words: Words) => Promise<Answer>) {
  const known = new Map<string, Promise<Answer>>()
  return (...words: Words): Promise<Answer> => {
    const key = JSON.stringify(words)
    const answer = known.get(key) ?? work(...words)
    known.set(key, answer)
    return answer
  }
}

// The tests' server loads this before the product. Argon2 is slow on purpose, and most tests sign up with the same
// password. This hashes and verifies each password only once.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2
Object.assign(argon2, { hash: once(argon2.hash), verify: once(argon2.verify) })
