import { afterAll, expect, vi } from 'vitest'

// Runs before each test file: our modules are evaluated again for each file, although the process has run others.
vi.resetModules()

// A file fails if it changes the shared state of the process, which the next file relies on. Names that begin with __
// belong to libraries.
const globals = () => Object.keys(globalThis).filter((name) => !name.startsWith('__'))
const shared = () => ({ globals: globals().toSorted(), environment: { ...process.env } })
const before = shared()
afterAll(() => expect(shared(), 'a file of tests leaves no global and no environment variable behind').toEqual(before))
