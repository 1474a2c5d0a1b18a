import { Bar } from '../../ui/states.tsx'

/** The side of each placeholder, and its width in percent of that side. */
const entries = [
  ['other', 52],
  ['own', 64],
  ['other', 70],
  ['own', 48],
  ['other', 60],
] as const

export const TimelineSkeleton = () => (
  <div className="flex flex-col gap-5 py-14">
    {entries.map(([whose, width], index) => (
      <div key={index} className={`w-4/5 @min-[600px]:w-[46%] ${whose === 'own' ? 'self-end' : ''}`}>
        <Bar width="35%" />
        <Bar width={`${width}%`} />
      </div>
    ))}
  </div>
)
