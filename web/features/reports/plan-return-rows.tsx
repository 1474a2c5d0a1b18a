import { History } from 'lucide-react'
import { useId, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prefill } from '#contract/prefill.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { focusWithin } from '../../platform/focus-within.ts'
import { formatShortDay } from '../../dates/format-date.ts'
import { linesOf, withoutMarks } from '../../domain/lines.ts'
import { useReportTime, useReportLabels } from '../../domain/report-time.ts'
import { useShowMore } from '../../hooks/use-show-more.ts'
import { underlined } from '../../ui/text-link.ts'
import { ChoiceRow } from './choice-row.tsx'
import type { LineOutcome } from './line-outcomes.ts'
import { namesLine, type ReturningLine } from './plan-return.ts'

const shownAtMost = 6
/** A line that the member has carried over this many times may be a blocker (N8.03). */
const carriedOften = 3

const textButton = `cursor-pointer rounded-1 ${underlined} pointer-coarse:-my-3.5 pointer-coarse:min-w-11 text-end pointer-coarse:py-3.5`

/** Lists the lines of the last plan. One key marks each as done, carried or dropped (design: side panel). */
export function PlanReturn({
  date,
  lines,
  planned,
  issues,
  busy,
  onChoose,
  onClear,
}: {
  /** The day of the report with these lines in its plan. */
  date: CalendarDate
  lines: readonly ReturningLine[]
  planned: Prefill['planned']
  issues: string
  busy: boolean
  onChoose: (line: string, outcome: LineOutcome) => void
  onClear: () => void
}) {
  const t = useTranslations('beginning')
  const report = useTranslations('dailyReport')
  const id = useId()
  const { list, shown, hidden, showAll } = useShowMore(lines, shownAtMost)
  const hasBoth = useReportTime() === 'morning' && lines.some(({ outcome }) => outcome === undefined)
  return (
    <section aria-labelledby={id} className="rounded-2 bg-sunken px-3 pt-2 pb-1 t-13 forced-colors:border">
      <div className="flex min-h-6 items-center gap-2 text-text-2 pointer-coarse:min-h-9">
        <History size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <h3 id={id} className="min-w-0 flex-1">
          {t('planned', { date: formatShortDay(useLocale(), date) })}
        </h3>
        <button type="button" onClick={onClear} className={textButton}>
          {report('clear')}
        </button>
      </div>
      {hasBoth && <p className="pb-1 t-12 text-text-2">{t('inBothNow')}</p>}
      <ul ref={list} className="mt-1">
        {shown.map(({ line, outcome }) => {
          const words = linesOf(line)[0] ?? ''
          const carried = planned.find(({ text }) => text === words)?.carried ?? 0
          return (
            <Row
              key={line}
              words={words}
              outcome={outcome}
              carried={outcome !== 'blocker' && !namesLine(issues, line) && carried >= carriedOften ? carried : 0}
              onChoose={(chosen) => {
                if (!busy) onChoose(line, chosen)
              }}
            />
          )
        })}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-rule py-2">
          <button type="button" onClick={showAll} className={textButton}>
            {t('more', { count: hidden })}
          </button>
        </p>
      )}
    </section>
  )
}

type Choice = { outcome: LineOutcome | undefined; onChoose: (outcome: LineOutcome) => void }

/** @param carried how many times the line was carried over; 0 shows no note */
function Row({ words, outcome, carried, onChoose }: Choice & { words: string; carried: number }) {
  const t = useTranslations('beginning')
  const wordOf = useReportLabels()
  const row = useRef<HTMLLIElement>(null)
  return (
    <ChoiceRow<LineOutcome>
      ref={row}
      words={withoutMarks(words)}
      look={outcome === 'dropped' || outcome === 'blocker' ? 'text-text-3' : ''}
      options={[
        { outcome: 'done', label: t('done') },
        { outcome: 'carried', label: wordOf('carry') },
        { outcome: 'dropped', label: t('dropped') },
      ]}
      chosen={outcome}
      onChoose={onChoose}
    >
      {(carried > 0 || outcome === 'blocker') && (
        <p className="basis-full pb-1 t-12 text-text-3">
          {outcome === 'blocker' ? (
            t('isBlocker')
          ) : (
            <>
              {t('carried', { count: carried })} ·{' '}
              <button
                type="button"
                onClick={() => {
                  focusWithin(row.current)
                  onChoose('blocker')
                }}
                className={textButton}
              >
                {t('makeBlocker')}
              </button>
            </>
          )}
        </p>
      )}
    </ChoiceRow>
  )
}
