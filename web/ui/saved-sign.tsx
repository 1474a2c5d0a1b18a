import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'

/**
 * Says beside the title of a card that the last change is saved. The status element is always on the page, because
 * screen readers announce only texts that are added to an existing element.
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
