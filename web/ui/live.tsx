import type { ReactNode } from 'react'
import { useDelayedTrue } from '../hooks/use-delayed-true.ts'

/**
 * A live region. It must be on the page before its words: screen readers do not announce a region that appears with
 * them.
 */
export function Live({ className, children }: { className?: string; children: ReactNode }) {
  const isOnPage = useDelayedTrue(true, 0)
  return (
    <div role="status" className={className}>
      {isOnPage && children}
    </div>
  )
}
