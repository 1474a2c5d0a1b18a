import type { ReactNode } from 'react'

export function StatusDot({ on, children }: { on: boolean; children: ReactNode }) {
  return (
    <span
      className={`flex shrink-0 items-center gap-1.5 pt-1 t-12 whitespace-nowrap ${on ? 'text-success-text' : 'text-text-3'}`}
    >
      <span
        aria-hidden
        className={`size-1.5 rounded-full border ${on ? 'border-success-solid bg-success-solid' : 'border-current'}`}
      />
      {children}
    </span>
  )
}
