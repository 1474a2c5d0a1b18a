import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { isLongEnough, searchKinds } from '#contract/search.ts'
import { membersQuery } from '../../entities/members.ts'
import { useFirstDayOfWeek } from '../../features/account/first-day-of-week.ts'
import { DatesFilter } from '../../features/search/dates-filter.tsx'
import { MemberFilter } from '../../features/search/member-filter.tsx'
import { searchQuery } from '../../features/search/queries.ts'
import { rememberSearch } from '../../features/search/recent-searches.ts'
import { RecentSearches } from '../../features/search/recent-searches-list.tsx'
import { PartName, ResultList } from '../../features/search/result-list.tsx'
import { ResultSkeleton } from '../../features/search/result-skeleton.tsx'
import { SearchField } from '../../features/search/search-field.tsx'
import { Snippet } from '../../features/search/snippet.tsx'
import { useFullPages } from '../../features/search/use-full-pages.ts'
import { useTypedText } from '../../features/search/use-typed-text.ts'
import { useSession } from '../../features/session/session.tsx'
import { focusWithin } from '../../platform/focus-within.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { useToday } from '../../dates/today.ts'
import { Button } from '../../ui/button.tsx'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { foundPath } from '../../app/members-paths.ts'

/** Searches the text of reports, insights and comments (design: search). The URL contains the query and its filters. */
export default function SearchScreen() {
  const t = useTranslations('search')
  const { user } = useSession()
  const firstDay = useFirstDayOfWeek(user)
  const today = useToday()
  const members = useQuery(membersQuery).data ?? []
  const [address, setAddress] = useSearchParams()
  const change = (parts: Record<string, string | undefined>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(parts)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  const text = (name: string) => address.get(name) ?? undefined
  const [kind, user_id, from, until] = [
    searchKinds.find((one) => one === text('kind')),
    text('member'),
    text('from'),
    text('until'),
  ]
  const { words: typed, settled: q, type } = useTypedText(text('q') ?? '', (words) => change({ q: words }))
  const search = useInfiniteQuery(searchQuery({ q, kind, user_id, from, until }))
  const load = useLoad(search)
  const { data } = search
  const results = isLongEnough(q) ? data?.pages.flatMap((page) => page.results) : undefined

  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  const remember = () => user && isLongEnough(typed) && rememberSearch(user.id, typed.trim())
  const count = results?.length ?? 0
  const isFilling = useFullPages(search, count)
  const isFiltered = Boolean(kind ?? user_id ?? from ?? until)
  const clearFilters = () => {
    change({ kind: undefined, member: undefined, from: undefined, until: undefined })
    field.current?.focus()
  }

  return (
    <Screen title={t('title')} {...(isLongEnough(q) && { load })}>
      <SearchField
        ref={field}
        value={typed}
        onChange={type}
        onEnter={remember}
        onDown={() => focusWithin(list.current?.firstElementChild)}
      />
      <div className="flex flex-wrap items-center gap-2 border-b-2 border-rule-ink pt-4 pb-5">
        <RadioGroup
          legend={t('kind')}
          unseen
          look="segments"
          values={['all', ...searchKinds]}
          value={kind ?? 'all'}
          onChange={(one) => change({ kind: one === 'all' ? undefined : one })}
        >
          {(one) => t(`kinds.${one}`)}
        </RadioGroup>
        <MemberFilter members={members} chosen={user_id} onChange={(member) => change({ member })} />
        <DatesFilter value={{ from, until }} today={today} firstDay={firstDay} onChange={change} />
        {count > 0 && <p className="ml-auto t-12 text-text-3 max-md:w-full">{t('newestFirst')}</p>}
      </div>
      {isLongEnough(q) ? (
        load.status === 'offline' ? (
          <Failed calm title={t('offline')}>
            {t('offlineHint')}
          </Failed>
        ) : (
          <Loaded
            load={{ ...load, data: results }}
            failed={t('failed')}
            failedHint={t('failedHint')}
            skeleton={<ResultSkeleton />}
            empty={
              <Empty
                title={t('nothing', { query: q.trim() })}
                actions={
                  isFiltered && (
                    <Button kind="line" onClick={clearFilters}>
                      {t('clearFilters')}
                    </Button>
                  )
                }
              >
                {t(isFiltered ? 'nothingHint' : 'nothingHintUnfiltered')}
              </Empty>
            }
          >
            {(found) => (
              <>
                <p role="status" className="sr-only">
                  {isFilling ? t('searchingOn') : t('found', { count: found.length })}
                </p>
                <ResultList
                  ref={list}
                  label={t('results')}
                  results={found}
                  pages={search}
                  isFilling={isFilling}
                  members={members}
                  hrefOf={(result) => foundPath(result, q.trim())}
                  onOpen={remember}
                  words={({ snippet }) => <Snippet parts={snippet} />}
                  place={({ part, report_time: time }) => <PartName part={part} time={time} />}
                />
              </>
            )}
          </Loaded>
        )
      ) : (
        <>
          <p className="pt-5 t-14 text-text-2">{t('beginning')}</p>
          {user && (
            <RecentSearches
              userId={user.id}
              onChoose={(words) => {
                type(words)
                field.current?.focus()
              }}
            />
          )}
        </>
      )}
    </Screen>
  )
}
