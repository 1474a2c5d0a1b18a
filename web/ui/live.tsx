import type { ReactNode } from 'react'
import { useDelayedTrue } from '../hooks/use-delayed-true.ts'

/**
 * A live region. It is rendered empty at first, because screen readers do not announce the text of a region that
 * appears together with its text.
 */
export function Live({ className, children }: { className?: string; children: ReactNode }) {
  const isOnPage = useDelayedTrue(true, 0)
  return (
    <div role="status" className={className}>
      {isOnPage && children}
    </div>
  )
}
