import type { ReactNode } from 'react'

/** The items of a list, and a function that renders the status line below each. */
export type Listed<One> = {
  of: readonly One[]
  life: (one: One) => ReactNode
  /** Whether the item is printed as well. */
  isPrinted: (one: One) => boolean
}

export const listedRow = (isPrinted: boolean) =>
  `flex break-inside-avoid gap-3 border-b border-rule py-2.5 print:py-1.5 ${isPrinted ? '' : 'print:hidden'}`
