import { useTranslations } from 'use-intl'
import { type InsightType, insightTypes } from '#contract/insights.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TypeBadge } from '../../domain/type-badge.tsx'

const hints = { keep: 'keepHint', problem: 'problemHint', try: 'tryHint' } as const

export function TypeChoice(choice: { value: InsightType; disabled: boolean; onChange: (type: InsightType) => void }) {
  const t = useTranslations('insights')
  return (
    <RadioGroup legend={t('type')} values={insightTypes} {...choice}>
      {(type) => (
        <>
          <TypeBadge type={type} />
          <span className="t-13 text-text-2">{t(hints[type])}</span>
        </>
      )}
    </RadioGroup>
  )
}
