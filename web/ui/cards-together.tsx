import type { ReactNode } from 'react'
import { CardRowsSkeleton } from './card-rows.tsx'
import { useAreAnswered } from './load.ts'
import { Skeleton } from './loaded.tsx'

/** Shows the cards at once, as soon as all queries that decide about their heights are answered (`useAreAnswered`). */
export function CardsTogether({
  queries,
  children,
}: {
  queries: Parameters<typeof useAreAnswered>[0]
  children: ReactNode
}) {
  if (useAreAnswered(queries)) return children
  return (
    <Skeleton>
      <div className="grid gap-6">
        {['first', 'second', 'third'].map((card) => (
          <div key={card} className="rounded-3 border border-rule bg-surface px-4 py-5 md:px-6">
            <CardRowsSkeleton />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
