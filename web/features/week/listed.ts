import type { ReactNode } from 'react'

/** What is listed, and what stands below each: whose it is, and what has become of it. */
export type Listed<One> = { of: readonly One[]; life: (one: One) => ReactNode }
