import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One line with an icon. `warn` is for something that will not work until it is remedied. */
export function Note({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  const Icon = warn ? TriangleAlert : Info
  return (
    <div
      className={`flex items-start gap-2 rounded-2 t-13 ${warn ? 'border border-warn-rule bg-warn-soft px-4 py-3 text-warn-text' : 'bg-sunken px-3 py-2 text-text-2 forced-colors:border'}`}
    >
      <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
