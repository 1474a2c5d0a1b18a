import { ChevronRight, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatList } from '#contract/format-list.ts'
import type { Kind } from './kinds.ts'

export function KindLine({
  ref,
  kind,
  names,
  isFirst,
  busy,
  onOpen,
}: {
  ref: Ref<HTMLButtonElement>
  kind: Kind
  /** The names of the services that are not connected yet. */
  names: string[]
  /** Whether no service of the kind is connected. */
  isFirst: boolean
  busy: boolean
  onOpen: () => void
}) {
  const t = useTranslations('connections.kinds')
  const language = useLocale()
  return (
    <li className="border-b border-rule last:border-b-0">
      <button
        ref={ref}
        type="button"
        disabled={busy}
        onClick={onOpen}
        className="flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-2 py-1.5 text-left hover:bg-hover"
      >
        <Plus size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="block t-14 text-ai-text">{t(`${kind}.${isFirst ? 'first' : 'more'}`)}</span>
          <span className="block t-12 text-pretty text-text-3">
            {t(`${kind}.about`, { names: formatList(language, names) })}
          </span>
        </span>
        <ChevronRight size={16} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
      </button>
    </li>
  )
}
