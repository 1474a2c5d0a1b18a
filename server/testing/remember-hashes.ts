import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

// Caches argon2 hashes, because argon2 is slow by design and many tests sign up. Each process hashes a password three
// times. Then it returns these hashes in turn, so that two accounts with the same password still have different hashes.
// It verifies each pair of hash and password once. The cache lasts for several test files: Vitest runs this file for
// each of them, but loads the library once.
const hashesPerPassword = 3
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2
const { hash, verify } = argon2
const hashes = new Map<string, Promise<string>[]>()
const checks = new Map<string, Promise<boolean>>()

const rememberedHash: typeof hash = (...words) => {
  const key = JSON.stringify(words)
  const known = hashes.get(key) ?? []
  const next = known.length < hashesPerPassword ? hash(...words) : known.shift()!
  known.push(next)
  hashes.set(key, known)
  return next
}
const rememberedVerify: typeof verify = (...words) => {
  const key = JSON.stringify(words)
  const answer = checks.get(key) ?? verify(...words)
  checks.set(key, answer)
  return answer
}
if (verify.name !== rememberedVerify.name) Object.assign(argon2, { hash: rememberedHash, verify: rememberedVerify })
