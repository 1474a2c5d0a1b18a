import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fold } from '#contract/fold.ts'
import type { DayReport } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { wordsToFind } from '../../domain/person.ts'
import { countOpenBlockers, type BlockerStatuses } from './report-blockers.tsx'

const filteredFrom = 20

type Filter = { name: string; isBlocked: boolean; unread: ReadonlySet<string> | undefined }
const everything: Filter = { name: '', isBlocked: false, unread: undefined }

const toggle =
  'flex h-control cursor-pointer items-center rounded-2 border px-3 t-13 aria-[pressed=false]:border-rule aria-[pressed=true]:border-ai-rule aria-[pressed=true]:bg-ai-soft aria-[pressed=true]:text-ai-text'

/**
 * Filters a day with many reports: by name, with blockers, unread.
 * Reports that were unread when the filter was set stay in the list after they are read.
 * @returns the matching reports, and the controls if the day has many reports
 */
export function useDayFilter(
  reports: readonly DayReport[],
  members: readonly User[],
  statuses: BlockerStatuses['known'],
) {
  const [filter, setFilter] = useState(everything)
  const isOffered = reports.length >= filteredFrom
  const wanted = fold(filter.name.trim())
  const isWanted = ({ user_id, user_name }: DayReport) => {
    const member = members.find(({ id }) => id === user_id)
    return [user_name, ...(member ? wordsToFind(member) : [])].some((words) => fold(words).includes(wanted))
  }
  const left = reports.filter(
    (report) =>
      !isOffered ||
      (isWanted(report) &&
        (!filter.isBlocked || countOpenBlockers(report, statuses) > 0) &&
        (!filter.unread || filter.unread.has(report.id))),
  )
  const unread = () => new Set(reports.flatMap(({ id, read }) => (read ? [] : id)))
  return {
    left,
    controls: isOffered && (
      <Controls
        filter={filter}
        count={{ left: left.length, all: reports.length }}
        onChange={(part) => setFilter({ ...filter, ...part })}
        onUnread={() => setFilter({ ...filter, unread: filter.unread ? undefined : unread() })}
      />
    ),
  }
}

function Controls({
  filter,
  count,
  onChange,
  onUnread,
}: {
  filter: Filter
  count: { left: number; all: number }
  onChange: (part: Partial<Filter>) => void
  onUnread: () => void
}) {
  const t = useTranslations('dailyReport')
  const name = useRef<HTMLInputElement>(null)
  const isFiltered = filter.name !== '' || filter.isBlocked || filter.unread !== undefined
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap items-center gap-2 py-3 print:hidden">
      <input
        ref={name}
        type="search"
        aria-label={t('filterName')}
        placeholder={t('filterName')}
        value={filter.name}
        onChange={({ target }) => onChange({ name: target.value })}
        className="text-box h-control border-rule-strong t-14 max-md:basis-full max-md:text-[16px] md:max-w-56"
      />
      <button
        type="button"
        aria-pressed={filter.isBlocked}
        onClick={() => onChange({ isBlocked: !filter.isBlocked })}
        className={toggle}
      >
        {t('filterBlocked')}
      </button>
      <button type="button" aria-pressed={filter.unread !== undefined} onClick={onUnread} className={toggle}>
        {t('filterUnread')}
      </button>
      {/* Keeps the count and the button on one line on small screens. */}
      <div className="flex items-center gap-2">
        <p role="status" className="t-13 text-text-2 tabular-nums">
          {isFiltered && t('filtered', count)}
        </p>
        {isFiltered && (
          <button
            type="button"
            aria-label={t('filterClear')}
            title={t('filterClear')}
            onClick={() => {
              // The button disappears with the filter, so focus the field.
              name.current?.focus()
              onChange(everything)
            }}
            className="icon-button h-control w-control"
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}
