import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bar } from './states.tsx'

const row = 'min-h-13 border-b border-rule py-1.5 last:border-b-0'

export const CardRows = ({ children }: { children: ReactNode }) => <ul className="-mt-1 -mb-2">{children}</ul>

export const CardRow = ({
  icon: Icon,
  title,
  about,
  children,
}: {
  icon: LucideIcon
  title: ReactNode
  about: ReactNode
  children?: ReactNode
}) => (
  <li className={`flex flex-wrap items-center gap-3 ${row}`}>
    <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
    <div className="min-w-24 flex-1">
      <p className="t-14b wrap-anywhere">{title}</p>
      <p className="t-12 text-text-3">{about}</p>
    </div>
    {children}
  </li>
)

export const CardRowsSkeleton = () => (
  <CardRows>
    {['28%', '34%'].map((width) => (
      <li key={width} className={row}>
        <Bar width={width} />
        <Bar width="48%" />
      </li>
    ))}
  </CardRows>
)
