import { type KeyboardEvent, type Ref, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { type InsightType, insightTypes } from '#contract/insights.ts'
import type { SearchPart, SearchResult } from '#contract/search.ts'
import type { User } from '#contract/users.ts'
import { formatNumericDay, formatPastDay, formatShortWeekday } from '../../lib/format-date.ts'
import { hueOf, initials, initialsOfName, pictureOf } from '../../lib/person.ts'
import { useReportWords } from '../../lib/report-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { typeName } from '../../ui/type-badge.tsx'
import { Snippet } from './snippet.tsx'

/** What was found: each row a link to where it stands. The arrow keys go from one to the next. */
export function ResultList({
  ref,
  results,
  members,
  year,
  hrefOf,
  onOpen,
}: {
  ref: Ref<HTMLUListElement>
  results: readonly SearchResult[]
  members: readonly User[]
  /** Of which days are written without it. */
  year: string
  hrefOf: (result: SearchResult) => string
  onOpen: () => void
}) {
  const t = useTranslations('search')
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <ul ref={ref} aria-label={t('results')} onKeyDown={onKeyDown}>
      {results.map((result) => (
        <li key={result.id} className="border-b border-rule">
          <Link
            href={hrefOf(result)}
            onClick={onOpen}
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-1 py-3.5 -outline-offset-2 hover:bg-hover wide:grid-cols-[88px_160px_minmax(0,1fr)_112px] wide:gap-x-6"
          >
            <Result result={result} member={members.find(({ id }) => id === result.user_id)} year={year} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Result({ result, member, year }: { result: SearchResult; member: User | undefined; year: string }) {
  const language = useLocale()
  const nameId = useId()
  const { date, user_id, user_name, snippet } = result
  const day = date.startsWith(year) ? formatNumericDay(language, date) : formatPastDay(language, date)
  return (
    <>
      <span id={nameId} className="flex min-w-0 items-center gap-2 t-14b wide:order-2">
        <Avatar
          size={24}
          initials={member ? initials(member) : initialsOfName(user_name)}
          hue={hueOf(user_id)}
          picture={member && pictureOf(member)}
        />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {user_name}
        </span>
      </span>
      <time dateTime={date} className="leading-6 tabular-nums wide:order-1">
        {day} <small className="t-12 text-text-3">{formatShortWeekday(language, date)}</small>
      </time>
      <span className="text-right t-12 leading-6! text-text-3 wide:order-4">
        <PartName part={result.part} />
      </span>
      <span
        dir="auto"
        className="col-span-full line-clamp-2 max-w-[70ch] pl-8 t-15 text-pretty wrap-anywhere wide:order-3 wide:col-span-1 wide:pl-0"
      >
        <Snippet parts={snippet} />
      </span>
    </>
  )
}

const isInsight = (part: SearchPart): part is InsightType => insightTypes.some((type) => type === part)

/** 日報 · 今日, ふりかえり · Try */
function PartName({ part }: { part: SearchPart }) {
  const t = useTranslations('search')
  const words = useReportWords()
  return isInsight(part)
    ? `${t('kinds.insight')} · ${typeName(part)}`
    : `${t('kinds.report')} · ${words(`shortFields.${part}`)}`
}
