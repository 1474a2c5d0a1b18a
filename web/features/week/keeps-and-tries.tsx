import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { TypeBadge } from '../../ui/type-badge.tsx'

/** What the team keeps and what it tries. */
export function KeepsAndTries({ insights }: { insights: readonly Insight[] }) {
  const t = useTranslations('week')
  return (
    <ul aria-label={t('insights')}>
      {insights.map(({ id, type, note, user_name }) => (
        <li key={id} className="flex break-inside-avoid gap-3 border-b border-rule py-2.5">
          <span className="w-19 shrink-0">
            <TypeBadge type={type} />
          </span>
          <div className="min-w-0 flex-1">
            <Markdown text={note} />
            <p dir="auto" className="t-12 text-text-3">
              {user_name}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
