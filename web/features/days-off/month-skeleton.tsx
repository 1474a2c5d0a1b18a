import { Bar } from '../../ui/states.tsx'

export const MonthSkeleton = () => (
  <ul className="border-t-2 border-rule-ink">
    {[84, 96, 72, 88, 80, 92].map((width) => (
      <li key={width} className="flex h-9 items-center gap-2 border-b border-rule">
        <span className="size-6 animate-skeleton rounded-full bg-hover" />
        <Bar width={`${width}px`} />
      </li>
    ))}
  </ul>
)
