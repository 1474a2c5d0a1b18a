import type { ReactNode } from 'react'
import { Bar } from '../../ui/states.tsx'
import { figureCell, figureRow } from './figures.tsx'

export const FiguresSkeleton = () => (
  <div className={figureRow}>
    {['56%', '40%', '48%', '64%'].map((width) => (
      <div key={width} className={figureCell}>
        <Bar width={width} />
        <span className="my-2 block h-8 w-20 animate-skeleton rounded-1 bg-hover" />
        <Bar width="70%" />
      </div>
    ))}
  </div>
)

/** @param title the CSS width of the bar in place of the title */
const PartSkeleton = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Bar width={title} />
    <div className="mt-3 border-t border-rule">{children}</div>
  </div>
)

export const TeamDaySkeleton = () => (
  <PartSkeleton title="30%">
    {['64%', '48%', '72%', '56%', '60%', '44%', '50%'].map((width) => (
      <div key={width} className="flex items-center gap-3 border-b border-rule py-2">
        <span className="size-8 shrink-0 animate-skeleton rounded-full bg-hover" />
        <span className="grow">
          <Bar width="24%" />
          <Bar width={width} />
        </span>
      </div>
    ))}
  </PartSkeleton>
)

/** Shows twelve bars of equal height. Different heights would look like data. */
export const ChartSkeleton = () => (
  <div>
    <Bar width="36%" />
    <div className="mt-3 mr-11 flex h-43.5 justify-around border-b border-rule pt-16">
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} className="w-[5.5%] animate-skeleton rounded-t-1 bg-hover" />
      ))}
    </div>
  </div>
)

export const BacklogSkeleton = () => (
  <PartSkeleton title="28%">
    {['60%', '74%', '52%', '66%'].map((width) => (
      <div key={width} className="border-b border-rule py-2">
        <Bar width={width} />
      </div>
    ))}
  </PartSkeleton>
)
