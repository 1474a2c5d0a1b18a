import { Bar } from '../../ui/states.tsx'

export function ResultSkeleton() {
  return ['64%', '82%', '48%', '72%', '56%'].map((width) => (
    <div key={width} className="grid gap-x-6 border-b border-rule py-3 wide:grid-cols-[88px_160px_minmax(0,1fr)_112px]">
      <Bar width="60%" />
      <Bar width="80%" />
      <Bar width={width} />
    </div>
  ))
}
