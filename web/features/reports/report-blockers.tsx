import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Blocker as Life } from '#contract/blockers.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import type { Report } from '#contract/reports.ts'
import { Blocker } from '../../domain/report-text.tsx'
import { underlined } from '../../ui/text-link.ts'

/** The states of the day's blockers, undefined until they are loaded. `show` renders the status line of a blocker. */
export type BlockerStatuses = {
  known: readonly Life[] | undefined
  show: (life: Life, place?: { inMeeting?: boolean }) => ReactNode
}

const endOf = (life: Life | undefined) =>
  life?.state === 'resolved' || life?.state === 'unmentioned' ? life.state : undefined

const withStatuses = ({ id, issues }: Report, statuses: readonly Life[] = []) => {
  const lines = blockerLinesOf(issues).map((text, line) => ({
    text,
    line,
    life: statuses.find((life) => life.report_id === id && life.line === line),
  }))
  return [...lines.filter(({ life }) => !endOf(life)), ...lines.filter(({ life }) => endOf(life))]
}

/** Counts the blockers in the report, except those that are known to have ended (E3.05). */
export const countOpenBlockers = (report: Report, statuses: readonly Life[] | undefined): number =>
  withStatuses(report, statuses).filter(({ life }) => !endOf(life)).length

/** Reserves the height of the status line, so that the layout does not shift when it loads. */
export const BlockerStatusPlaceholder = () => <div className="mt-1 min-h-6" />

const shownAtMost = 12

/**
 * Shows each blocker in a block. Blockers after the twelfth are collapsed, except in print (E2.05).
 * @param id the element id of the first block
 */
export function ReportBlockers({
  report,
  statuses,
  id,
}: {
  report: Report
  statuses: BlockerStatuses
  id: string | undefined
}) {
  const t = useTranslations('common')
  const [areAllShown, setAreAllShown] = useState(false)
  const blockers = withStatuses(report, statuses.known)
  return (
    <div className="flex flex-col gap-2">
      {blockers.map(({ text, line, life }, index) => (
        <div key={line} className={index < shownAtMost || areAllShown ? 'contents' : 'hidden print:contents'}>
          <Blocker text={text} id={index === 0 ? id : undefined} ended={endOf(life)}>
            {life ? statuses.show(life) : !statuses.known && <BlockerStatusPlaceholder />}
          </Blocker>
        </div>
      ))}
      {blockers.length > shownAtMost && (
        <button
          type="button"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
          className={`cursor-pointer self-start rounded-1 t-13 pointer-coarse:min-h-11 print:hidden ${underlined}`}
        >
          {areAllShown ? t('showLess') : t('showMore')}
        </button>
      )}
    </div>
  )
}
