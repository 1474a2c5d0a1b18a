import { useTranslations } from 'use-intl'
import { saysNoBlocker } from '#contract/no-blocker.ts'
import { textLink } from '../../ui/text-link.ts'

/** Below the blockers, where the words only say that there are none: whether to leave the field empty (design: blocker). */
export function NoBlockerOffer({ text, disabled, onClear }: { text: string; disabled: boolean; onClear: () => void }) {
  const t = useTranslations('dailyReport')
  if (!saysNoBlocker(text)) return null
  return (
    <p role="status" className="-mt-2 flex flex-wrap gap-x-3 t-13 text-text-2">
      {t('noBlocker')}
      <button type="button" disabled={disabled} onClick={onClear} className={`cursor-pointer ${textLink}`}>
        {t('clear')}
      </button>
    </p>
  )
}
