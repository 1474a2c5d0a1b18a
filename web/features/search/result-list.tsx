import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { type InsightType, insightTypes } from '#contract/insights.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { SearchPart, SearchResult } from '#contract/search.ts'
import type { User } from '#contract/users.ts'
import { formatNumericDay, formatPastDay, formatShortWeekday } from '../../dates/format-date.ts'
import { focusWithin } from '../../platform/focus-within.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { useReportLabels } from '../../domain/report-time.ts'
import { useToday } from '../../dates/today.ts'
import { useFocusHandover } from '../../hooks/use-focus-handover.ts'
import { MemberName } from '../../domain/member-name.tsx'
import { Button } from '../../ui/button.tsx'
import { typeName } from '../../domain/type-badge.tsx'

type Entry = Pick<SearchResult, 'id' | 'date' | 'user_id' | 'user_name'>

/** Lists results or mentions. Each row links to its source, and the arrow keys move between rows. */
export function ResultList<Result extends Entry>({
  ref,
  label,
  results,
  pages,
  isFilling = false,
  members,
  hrefOf,
  onOpen,
  mark,
  words,
  place,
}: {
  ref?: RefObject<HTMLUListElement | null>
  label: string
  results: readonly Result[]
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Whether more results may still appear without a press of the button. */
  isFilling?: boolean
  members: readonly User[]
  hrefOf: (result: Result) => string
  onOpen?: (result: Result) => void
  mark?: (result: Result) => ReactNode
  words: (result: Result) => ReactNode
  place: (result: Result) => ReactNode
}) {
  const t = useTranslations('search')
  // When a further page arrives, its first row takes the focus.
  const [shown, setShown] = useState<number>()
  const more = useFocusHandover()
  const readOn = () => {
    more.handOver(() => setShown(results.length))
    void pages.fetchNextPage()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (isImeKey(event)) return
    const rows = [...event.currentTarget.children]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    focusWithin(rows[next])
  }
  return (
    <>
      <ul ref={ref} aria-label={label} onKeyDown={onKeyDown}>
        {results.map((result, index) => (
          <li key={result.id} className="border-b border-rule">
            <Link
              ref={index === shown ? more.ref : undefined}
              href={hrefOf(result)}
              onClick={() => onOpen?.(result)}
              className="relative grid grid-cols-[minmax(7rem,1fr)_auto_auto] items-start gap-x-3 gap-y-1 py-3.5 -outline-offset-2 hover:bg-hover wide:grid-cols-[8.5rem_160px_minmax(0,1fr)_minmax(7rem,max-content)] wide:gap-x-6"
            >
              {mark?.(result)}
              <Author result={result} member={members.find(({ id }) => id === result.user_id)} />
              <span className="text-right t-12 leading-6! text-text-3 wide:order-4">{place(result)}</span>
              <span
                dir="auto"
                className="col-span-full line-clamp-2 max-w-[70ch] pl-8 t-15 text-pretty wrap-anywhere wide:order-3 wide:col-span-1 wide:pl-0"
              >
                {words(result)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isFilling ? (
        <p className="pt-5 t-13 text-text-2">{t('searchingOn')}</p>
      ) : (
        pages.hasNextPage && (
          <div className="pt-5 max-md:grid">
            <Button kind="line" disabled={pages.isFetchingNextPage} onClick={readOn}>
              {t('readOn')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

function Author({ result, member }: { result: Entry; member: User | undefined }) {
  const language = useLocale()
  const { date, user_id, user_name } = result
  const isThisYear = date.slice(0, 4) === useToday().slice(0, 4)
  const day = isThisYear ? formatNumericDay(language, date) : formatPastDay(language, date)
  return (
    <>
      <MemberName id={user_id} by={user_name} member={member} className="wide:order-2" />
      <time dateTime={date} className="leading-6 tabular-nums wide:order-1">
        {day} <small className="t-12 text-text-3">{formatShortWeekday(language, date)}</small>
      </time>
    </>
  )
}

const isInsight = (part: SearchPart): part is InsightType => insightTypes.some((type) => type === part)

/** Shows the name of the part that matched, such as 日報 · 今日 or ふりかえり · Try. */
export function PartName({ part, time }: { part: SearchPart; time?: ReportTime | undefined }) {
  const t = useTranslations('search')
  const words = useReportLabels(time)
  if (part === 'comment') return t('kindOf.comment')
  return isInsight(part)
    ? `${t('kindOf.insight')} · ${typeName(part)}`
    : `${t('kindOf.report')} · ${words(`shortFields.${part}`)}`
}
