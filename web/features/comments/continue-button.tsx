import { PenLine } from 'lucide-react'
import { useTranslations } from 'use-intl'

export function ContinueButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('answers')
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-2 px-1 text-left t-12 text-ai-text hover:bg-hover pointer-coarse:min-h-11 print:hidden"
    >
      <PenLine size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      {t('draftContinue')}
    </button>
  )
}
