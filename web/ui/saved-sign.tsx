import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'

/**
 * Says beside a card's title that the last change is saved. The status element exists before its words, so that screen
 * readers announce them.
 */
export function SavedSign({ isSaved }: { isSaved: boolean }) {
  const t = useTranslations('settings')
  return (
    <span role="status" className="flex items-center gap-1 t-12 text-text-3">
      {isSaved && (
        <>
          <Check size={14} strokeWidth={1.75} aria-hidden />
          {t('saved')}
        </>
      )}
    </span>
  )
}
