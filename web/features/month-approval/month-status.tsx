import { CircleCheck, CircleDashed, Clock, CornerUpLeft, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Month, MonthState } from '#contract/months.ts'
import { formatDayAndTime, formatMonthName, formatShortDay } from '../../dates/format-date.ts'

const icons = {
  open: CircleDashed,
  submitted: Clock,
  returned: CornerUpLeft,
  approved: CircleCheck,
  reopened: RotateCcw,
} satisfies Record<MonthState, unknown>

const toneOf = (state: MonthState) => (state === 'open' ? 'text-text-3' : state === 'approved' ? 'text-ai-text' : '')

type Event = Month['events'][number]

export function MonthStatus({
  month: { month, user_id: userId, state, events },
  children,
}: {
  month: Month
  children?: ReactNode
}) {
  const t = useTranslations('months')
  const name = formatMonthName(useLocale(), `${month}-01`)
  const Icon = icons[state]
  const last = events.at(-1)
  return (
    <section aria-label={t('label')} className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-[minmax(14rem,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="flex items-center gap-2 t-14b">
          <Icon size={16} strokeWidth={1.75} aria-hidden className={toneOf(state)} />
          {state === 'open' ? t('standing.open', { month: name }) : t(`states.${state}`)}
        </h2>
        {last && <Happened event={last} userId={userId} />}
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">{children}</div>
      {events.length > 1 && (
        <details className="t-13 sm:col-span-2 print:hidden">
          <summary className="w-fit cursor-pointer py-1 text-text-2 hover:text-text">{t('history')}</summary>
          <ol aria-label={t('history')} className="mt-1 border-l border-rule pl-4">
            {events
              .slice(0, -1)
              .toReversed()
              .map((event, index) => (
                <li key={events.length - index} className="py-1">
                  <Happened event={event} userId={userId} />
                </li>
              ))}
          </ol>
        </details>
      )}
    </section>
  )
}

/** @param userId the owner of the month */
function Happened({ event: { kind, user_id, user_name, note, day, at }, userId }: { event: Event; userId: string }) {
  const t = useTranslations('months')
  const language = useLocale()
  return (
    <div className="t-13 text-pretty text-text-2">
      <p className="tabular-nums">
        {t('happened', {
          kind: kind === 'withdrawn' && user_id !== null && user_id !== userId ? 'unapproved' : kind,
          name: user_name ?? '',
          known: user_name === null ? 'no' : 'yes',
          day: day ? formatShortDay(language, day) : '',
        })}
        {' · '}
        <time dateTime={at}>{formatDayAndTime(language, new Date(at))}</time>
      </p>
      {note && (
        <p
          dir="auto"
          className="mt-1 max-w-[70ch] border-l-2 border-rule-strong pl-3 whitespace-pre-wrap text-text wrap-anywhere"
        >
          {note}
        </p>
      )}
    </div>
  )
}
