import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isUnreachable, serverMessage } from '../../api/errors.ts'

/** What failed, and the reason in words: the server's sentence, or that the server could not be reached. */
export type Failure = { title: string; reason: string | undefined }

/** The reason that a person can do something about, if there is one. */
export function useReason() {
  const t = useTranslations('session')
  return (error: unknown) => serverMessage(error) ?? (isUnreachable(error) ? t('unreachable') : undefined)
}

/** A failure that is about no single field, above the button that met it; a text is the reason alone. */
export function FormFailure({ failure }: { failure: Failure | string | undefined }) {
  if (!failure) return
  const { title, reason } = typeof failure === 'string' ? { title: failure, reason: undefined } : failure
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-2 border border-error-rule bg-error-soft px-3 py-2 t-13"
    >
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
      <div className="min-w-0 text-pretty [word-break:auto-phrase]">
        <p>{title}</p>
        {reason && <p className="text-text-2">{reason}</p>}
      </div>
    </div>
  )
}
