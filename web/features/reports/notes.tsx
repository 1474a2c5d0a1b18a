import { CloudOff, History, Pencil, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  started: { icon: History, ground: 'border-transparent bg-sunken text-text-2' },
  editing: { icon: Pencil, ground: 'border-transparent bg-daidai-soft text-text' },
  changed: { icon: TriangleAlert, ground: 'border-warn-rule bg-warn-soft text-warn-text' },
  offline: { icon: CloudOff, ground: 'border-transparent bg-sunken text-text-2' },
} as const

/** One line about where the words come from or what has become of them, with at most two ways on. */
export function ReportNote({
  kind,
  children,
  actions,
}: {
  kind: keyof typeof looks
  children: ReactNode
  actions?: { label: string; onClick: () => void }[]
}) {
  const { icon: Icon, ground } = looks[kind]
  return (
    <div
      role={kind === 'changed' ? 'alert' : undefined}
      className={`flex items-start gap-2 rounded-2 border px-3 py-2 t-13 ${ground}`}
    >
      <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>{children}</p>
        {actions && (
          <p className="flex flex-wrap gap-x-4">
            {actions.map(({ label, onClick }) => (
              <button
                key={label}
                type="button"
                onClick={onClick}
                className="cursor-pointer rounded-1 text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current pointer-coarse:-my-3 pointer-coarse:py-3"
              >
                {label}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}
