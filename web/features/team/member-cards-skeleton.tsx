import { Bar } from '../../ui/states.tsx'
import { card, cards } from './card-styles.ts'

/** The widths of the placeholders for name, email and role of six cards, in percent. */
const widths = [
  [48, 76, 34],
  [40, 70, 42],
  [52, 66, 28],
  [44, 78, 38],
  [56, 72, 30],
  [46, 68, 44],
] as const

export const MemberCardsSkeleton = () => (
  <ul className={cards}>
    {widths.map((lines, index) => (
      <li key={index} className={card}>
        <span className="size-10 shrink-0 animate-skeleton rounded-full bg-hover" />
        <span className="min-w-0 flex-1">
          {lines.map((width) => (
            <Bar key={width} width={`${width}%`} />
          ))}
        </span>
      </li>
    ))}
  </ul>
)
