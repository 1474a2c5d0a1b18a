import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

// The process of a test file is ended from outside, before Node keeps what it compiled of Fastify, React and the like: the
// process of the next file would compile all that again.
afterAll(() => flushCompileCache())
