import { OctagonAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { saysNoBlocker } from '#contract/no-blocker.ts'
import { useShowMore } from '../../hooks/use-show-more.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { underlined } from '../../ui/text-link.ts'
import { BlockerOutcomeRow } from './blocker-row.tsx'
import type { BlockerField, BlockerRow } from './blocker-rows.ts'

const shownAtMost = 6

type Props = ControlledProps<BlockerField> & { rows: readonly BlockerRow[]; busy: boolean }

/**
 * Shows a row for each open blocker of the author (E3.03). Adds a note if the text in the blockers field means "no
 * blocker".
 */
export function BlockerNotes({ rows, busy, value: field, onChange }: Props) {
  const t = useTranslations('beginning')
  const report = useTranslations('dailyReport')
  const id = useId()
  const { list, shown, hidden, showAll } = useShowMore(rows, shownAtMost)
  return (
    <>
      <p role="status" className="-mt-2 t-13 text-text-2 empty:hidden">
        {saysNoBlocker(field.issues) && report('noBlocker')}
      </p>
      {rows.length > 0 && (
        <section aria-labelledby={id} className="rounded-2 bg-sunken px-3 pt-2 pb-1 t-13 forced-colors:border">
          <h3 id={id} className="flex min-h-6 items-center gap-2 text-text-2">
            <OctagonAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
            {t('blockers')}
          </h3>
          <ul ref={list} className="mt-1">
            {shown.map((row) => (
              <BlockerOutcomeRow key={row.id} row={row} busy={busy} value={field} onChange={onChange} />
            ))}
          </ul>
          {hidden > 0 && (
            <p className="border-t border-rule py-2">
              <button type="button" onClick={showAll} className={`cursor-pointer rounded-1 ${underlined}`}>
                {t('more', { count: hidden })}
              </button>
            </p>
          )}
        </section>
      )}
    </>
  )
}
