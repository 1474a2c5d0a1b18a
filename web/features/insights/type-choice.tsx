import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { type InsightType, insightTypes } from '#contract/insights.ts'
import { TypeBadge } from '../../ui/type-badge.tsx'

const hints = { keep: 'keepHint', problem: 'problemHint', try: 'tryHint' } as const

/** Keep, Problem or Try, each with what it is for. */
export function TypeChoice({
  value,
  disabled,
  onChange,
}: {
  value: InsightType
  disabled: boolean
  onChange: (type: InsightType) => void
}) {
  const t = useTranslations('insights')
  const name = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 t-13b">{t('type')}</legend>
      <div className="flex flex-col gap-2">
        {insightTypes.map((type) => (
          <label
            key={type}
            className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-rule bg-surface px-4 py-2 hover:bg-hover has-checked:border-ai has-checked:bg-ai-soft has-checked:ring-1 has-checked:ring-ai has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
              className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-rule-strong bg-surface outline-none checked:border-5 checked:border-ai forced-colors:appearance-auto"
            />
            <TypeBadge type={type} />
            <span className="t-13 text-text-2">{t(hints[type])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
