import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { TypeBadge } from '../../domain/type-badge.tsx'
import { type Listed, listedRow } from './listed.ts'

export function KeepsAndTries({ of: insights, life, isPrinted }: Listed<Insight>) {
  const t = useTranslations('week')
  return (
    <ul aria-label={t('insights')}>
      {insights.map((insight) => (
        <li key={insight.id} className={listedRow(isPrinted(insight))}>
          <span className="w-19 shrink-0">
            <TypeBadge type={insight.type} />
          </span>
          <div className="min-w-0 flex-1">
            <div className="print:max-h-12 print:overflow-hidden">
              <Markdown text={insight.note} />
            </div>
            <p dir="auto" className="t-12 text-text-3">
              {insight.user_name}
            </p>
            <div className="print:[&_button]:hidden">{life(insight)}</div>
          </div>
        </li>
      ))}
    </ul>
  )
}
