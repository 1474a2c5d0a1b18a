import type { ReactNode } from 'react'

/** What is listed, and what stands below each: whose it is, and what has become of it. */
export type Listed<One> = {
  of: readonly One[]
  life: (one: One) => ReactNode
  /** Whether it stands on paper, too. */
  isPrinted: (one: One) => boolean
}

/** The look of a row. */
export const listedRow = (isPrinted: boolean) =>
  `flex break-inside-avoid gap-3 border-b border-rule py-2.5 print:py-1.5 ${isPrinted ? '' : 'print:hidden'}`
