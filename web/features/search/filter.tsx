import { ChevronDown, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'

const pill =
  'inline-flex min-h-control cursor-pointer items-center justify-between gap-2 rounded-2 border px-3 t-14 max-md:flex-1'

export const openFilter = `${pill} border-rule-strong bg-surface hover:bg-hover active:bg-pressed`

export const OpensIcon = () => <ChevronDown size={16} strokeWidth={1.75} className="text-text-2" aria-hidden />

/** Shows an active filter as a button that clears it. */
export function SetFilter({
  ref,
  onClear,
  children,
}: {
  ref: Ref<HTMLButtonElement>
  onClear: () => void
  children: ReactNode
}) {
  const t = useTranslations('search')
  return (
    <button
      ref={ref}
      type="button"
      onClick={onClear}
      className={`${pill} border-ai-rule bg-ai-soft text-ai-text forced-colors:outline-2`}
    >
      <span dir="auto" className="min-w-0 truncate">
        {children}
      </span>
      <span className="sr-only">{t('takeAway')}</span>
      <X size={16} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
