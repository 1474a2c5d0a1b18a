import { afterAll, expect, vi } from 'vitest'

// Read before each file of tests: what it imports of ours is evaluated for it alone, though its process has run others.
vi.resetModules()

// What all files of a process share besides is as the next one expects it, or the one that changed it fails. Names that
// begin so are the libraries', as they are loaded.
const globals = () => Object.keys(globalThis).filter((name) => !name.startsWith('__'))
const shared = () => ({ globals: globals().toSorted(), environment: { ...process.env } })
const before = shared()
afterAll(() => expect(shared(), 'a file of tests leaves no global and no environment variable behind').toEqual(before))
