import { Bar } from '../../ui/states.tsx'

export const WeekSkeleton = () => (
  <div className="mt-8 grid gap-x-14 gap-y-10 wide:grid-cols-2">
    {[5, 4].map((rows) => (
      <div key={rows}>
        <Bar width="30%" />
        <div className="mt-3 border-t border-rule">
          {['72%', '56%', '64%', '48%', '60%'].slice(0, rows).map((width) => (
            <div key={width} className="flex flex-col gap-2 border-b border-rule py-4">
              <Bar width={width} />
              <Bar width="40%" />
            </div>
          ))}
        </div>
      </div>
    ))}
  </div>
)
