import { History } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Beginning } from '#contract/beginning.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatShortDay } from '../../lib/format-date.ts'
import { linesOf, piecesOf } from '../../lib/lines.ts'
import { useReportWords } from '../../lib/report-time.ts'
import { useCut } from '../../lib/use-cut.ts'
import { underlined } from '../../ui/text-link.ts'
import type { Way } from './choices.ts'
import { isAmong, type ReturningLine } from './plan-return.ts'

const shownAtMost = 6
/** So often carried, a line may be what somebody is stuck with (N8.03). */
const carriedOften = 3

const threeWays = ['done', 'carried', 'dropped'] as const

const textButton = `cursor-pointer rounded-1 ${underlined} pointer-coarse:-my-3.5 pointer-coarse:min-w-11 text-end pointer-coarse:py-3.5`

/** The lines of the last plan, each to be done, carried or dropped by one key (design: side panel). */
export function PlanReturn({
  date,
  lines,
  planned,
  issues,
  busy,
  onChoose,
  onClear,
}: {
  /** Of the report that planned them. */
  date: CalendarDate
  lines: readonly ReturningLine[]
  planned: Beginning['planned']
  issues: string
  busy: boolean
  onChoose: (line: string, way: Way) => void
  onClear: () => void
}) {
  const t = useTranslations('beginning')
  const report = useTranslations('dailyReport')
  const id = useId()
  const { list, shown, hidden, showAll } = useCut(lines, shownAtMost)
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
      <ul ref={list} className="mt-1">
        {shown.map(({ line, way }) => {
          const words = linesOf(line)[0] ?? ''
          const carried = planned.find(({ text }) => text === words)?.carried ?? 0
          return (
            <Row
              key={line}
              words={words}
              way={way}
              carried={way !== 'blocker' && !isAmong(issues, line) && carried >= carriedOften ? carried : 0}
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

const radiosOf = (row: Element | null | undefined) => [...(row?.querySelectorAll('input') ?? [])]

/** The row is one tab stop: its chosen way, else the first. */
const focusRow = (row: Element | null | undefined) =>
  radiosOf(row)
    .find(({ tabIndex }) => tabIndex === 0)
    ?.focus()

type Choice = { way: Way | undefined; onChoose: (way: Way) => void }

/** @param carried 0: nothing is said of it */
function Row({ words, way, carried, onChoose }: Choice & { words: string; carried: number }) {
  const t = useTranslations('beginning')
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, currentTarget: row } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLInputElement)) return
    const at = ['1', '2', '3'].indexOf(key)
    if (at !== -1) radiosOf(row)[at]?.focus()
    if (at !== -1) onChoose(threeWays[at]!)
    else if (key === 'ArrowUp') focusRow(row.previousElementSibling)
    else if (key === 'ArrowDown') focusRow(row.nextElementSibling)
    // It would send the form.
    else if (key === 'Enter') event.target.click()
    else return
    event.preventDefault()
  }
  return (
    <li
      onKeyDown={onKeyDown}
      className="flex min-h-10 flex-wrap items-center justify-end gap-x-3 gap-y-0.5 border-t border-rule py-0.75"
    >
      <p
        id={id}
        dir="auto"
        className={`min-w-32 flex-1 t-14 text-pretty wrap-anywhere ${way === 'dropped' || way === 'blocker' ? 'text-text-3' : ''}`}
      >
        {piecesOf(words).map(({ kind, text }, index) =>
          kind === 'text' ? (
            text
          ) : (
            <span key={index} className="text-ai-text">
              {text}
            </span>
          ),
        )}
      </p>
      <ThreeWay labelledBy={id} way={way} onChoose={onChoose} />
      {(carried > 0 || way === 'blocker') && (
        <p className="basis-full pb-1 t-12 text-text-3">
          {way === 'blocker' ? (
            t('isBlocker')
          ) : (
            <>
              {t('carried', { count: carried })} ·{' '}
              <button
                type="button"
                onClick={(event) => {
                  focusRow(event.currentTarget.closest('li'))
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
    </li>
  )
}

function ThreeWay({ labelledBy, way: chosen, onChoose }: Choice & { labelledBy: string }) {
  const t = useTranslations('beginning')
  const wordOf = useReportWords()
  const words = { done: t('done'), carried: wordOf('carry'), dropped: t('dropped') }
  const stop = threeWays.find((way) => way === chosen) ?? 'done'
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className="flex shrink-0 rounded-2 border border-rule bg-surface text-text-2"
    >
      {threeWays.map((way) => (
        <label key={way} className="choice-way">
          <input
            type="radio"
            name={`${labelledBy}-way`}
            checked={way === chosen}
            tabIndex={way === stop ? 0 : -1}
            onChange={() => onChoose(way)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {words[way]}
        </label>
      ))}
    </div>
  )
}
