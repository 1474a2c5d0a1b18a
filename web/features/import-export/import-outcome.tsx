import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportedReports } from '#contract/import.ts'
import { ReplacedReports } from './replaced-reports.tsx'

const shown = 50 // rejected rows; the others are only counted

export function ImportOutcome({
  outcome,
  isFiled,
  children,
}: {
  outcome: ImportedReports
  isFiled: boolean
  children: ReactNode
}) {
  const t = useTranslations('transfer')
  const refused = outcome.rows.filter(({ message }) => message !== null)
  const unchanged = outcome.rows.filter((row) => row.outcome === 'unchanged').length
  return (
    <div className="grid gap-3">
      <p role="status" className="t-14">
        {outcome.rows.length === 0
          ? t('noRows')
          : t(isFiled ? 'filed' : 'preview', {
              added: outcome.new,
              changed: outcome.changed,
              unchanged,
              kept: outcome.kept,
              refused: outcome.refused,
            })}
      </p>
      {outcome.unreadable_characters > 0 && (
        <p className="t-13 text-problem-text">{t('unreadable', { count: outcome.unreadable_characters })}</p>
      )}
      {children}
      {refused.length > 0 && (
        <ul className="grid gap-1 t-13">
          {refused.slice(0, shown).map(({ line, message }) => (
            <li key={line} className="text-problem-text">
              {t('line', { line, message: message! })}
            </li>
          ))}
          {refused.length > shown && (
            <li className="text-text-2">{t('moreLines', { count: refused.length - shown })}</li>
          )}
        </ul>
      )}
      {!isFiled && outcome.replaced.length > 0 && <ReplacedReports outcome={outcome} />}
    </div>
  )
}
