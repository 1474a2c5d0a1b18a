import { CircleAlert } from 'lucide-react'
import { Reference } from './reference.tsx'

/** A failure that is about no single field, above the button that met it. @param cause what was thrown */
export function FormFailure({
  failure,
  reason,
  cause,
}: {
  failure?: string | false | undefined
  reason?: string | undefined
  cause?: unknown
}) {
  if (!failure) return
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-2 border border-error-rule bg-error-soft px-3 py-2 t-13"
    >
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
      <div className="min-w-0 text-pretty">
        <p>{failure}</p>
        {reason && <p className="text-text-2">{reason}</p>}
        <Reference of={cause} />
      </div>
    </div>
  )
}
