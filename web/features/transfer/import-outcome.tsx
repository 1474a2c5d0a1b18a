import { useTranslations } from 'use-intl'
import type { ImportedReports } from '#contract/import.ts'

const shown = 50 // refused rows; of more it says how many

/** What becomes of the rows, and why some are refused. */
export function ImportOutcome({ outcome, isFiled }: { outcome: ImportedReports; isFiled: boolean }) {
  const t = useTranslations('transfer')
  const refused = outcome.rows.filter(({ message }) => message !== null)
  const unchanged = outcome.rows.length - outcome.new - outcome.changed - outcome.refused
  return (
    <div className="grid gap-2">
      <p role="status" className="t-14">
        {t(isFiled ? 'filed' : 'preview', {
          added: outcome.new,
          changed: outcome.changed,
          unchanged,
          refused: outcome.refused,
        })}
      </p>
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
    </div>
  )
}
