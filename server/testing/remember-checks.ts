import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

// Argon2 is slow on purpose. What it says of a hash and a password stays so: here it looks once in each process, which
// reads this before each file of tests and the library before the first. Hashes are made as ever, no two alike.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2
const { verify } = argon2
const known = new Map<string, Promise<boolean>>()
const remembered: typeof verify = (...words) => {
  const key = JSON.stringify(words)
  const answer = known.get(key) ?? verify(...words)
  known.set(key, answer)
  return answer
}
if (verify.name !== remembered.name) Object.assign(argon2, { verify: remembered })
