import { CloudOff, History, Info, Pencil, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { underlined } from './text-link.ts'

const line = 'border border-transparent px-3 py-2'
const looks = {
  info: { icon: Info, ground: 'bg-sunken px-3 py-2 text-text-2 forced-colors:border' },
  warn: { icon: TriangleAlert, ground: 'border border-warn-rule bg-warn-soft px-4 py-3 text-warn-text' },
  started: { icon: History, ground: `${line} bg-sunken text-text-2` },
  editing: { icon: Pencil, ground: `${line} bg-daidai-soft text-text` },
  changed: { icon: TriangleAlert, ground: 'border border-warn-rule bg-warn-soft px-3 py-2 text-warn-text' },
  offline: { icon: CloudOff, ground: `${line} bg-sunken text-text-2` },
} as const

/** A line with an icon and at most two buttons. `warn`: a feature does not work until a setting is corrected. */
export function Note({
  kind = 'info',
  children,
  actions,
}: {
  kind?: keyof typeof looks
  children: ReactNode
  actions?: { label: string; onClick: () => void }[] | undefined
}) {
  const { icon: Icon, ground } = looks[kind]
  return (
    <div role={kind === 'changed' ? 'alert' : undefined} className={`flex items-start gap-2 rounded-2 t-13 ${ground}`}>
      <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">{children}</div>
        {actions && (
          <p className="flex flex-wrap gap-x-4">
            {actions.map(({ label, onClick }) => (
              <button
                key={label}
                type="button"
                onClick={onClick}
                className={`cursor-pointer rounded-1 ${underlined} pointer-coarse:-my-3 pointer-coarse:py-3`}
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
