import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import type { Absence } from '#contract/absences.ts'
import type { Me, User } from '#contract/users.ts'
import { AbsencePopover } from '../../features/days-off/absence-popover.tsx'
import { HolidayList } from '../../features/days-off/holiday-list.tsx'
import { ImportForm } from '../../features/days-off/import-form.tsx'
import { MonthBar } from '../../features/days-off/month-bar.tsx'
import { MonthGrid } from '../../features/days-off/month-grid.tsx'
import { MonthLegend } from '../../features/days-off/month-legend.tsx'
import { MonthList } from '../../features/days-off/month-list.tsx'
import { MonthSkeleton } from '../../features/days-off/month-skeleton.tsx'
import type { OpenDay } from '../../features/days-off/month-row.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { addressQuery, holidaysQuery, subscriptionQuery } from '../../features/days-off/queries.ts'
import { matcherOf } from '../../domain/matcher.ts'
import { Subscription } from '../../features/days-off/subscription.tsx'
import { YearlyHolidays } from '../../features/days-off/yearly-holidays.tsx'
import { sortMembers, teamMemberOf } from '../../features/team/team-member.ts'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { displayName } from '../../domain/person.ts'
import { useToday } from '../../dates/today.ts'
import { Button } from '../../ui/button.tsx'
import { type Load, pendingUntil, useAreAnswered, useLoad } from '../../ui/load.ts'
import { Loaded, LoadNote } from '../../ui/loaded.tsx'
import { calendarPath } from '../../app/members-paths.ts'

type Editing = { member: User; date: CalendarDate; absence: Absence | undefined; anchor: HTMLElement }

const noDays = { holidays: [], absences: [] }

/** Shows the days off of all members, and the team's holidays (design: team calendar). */
export function TeamCalendar({ load, user, search }: { load: Load<User[]>; user: Me; search: string }) {
  const team = useTranslations('team')
  const t = useTranslations('teamCalendar')
  const today = useToday()
  const [params] = useSearchParams()
  const [, go] = useLocation()
  const named = params.get('month')
  const month = named && /^\d{4}-(0[1-9]|1[0-2])$/u.test(named) ? named : monthOf(today)
  const turnTo = (chosen: string) => go(calendarPath(chosen === monthOf(today) ? undefined : chosen), { replace: true })

  const days = useQuery(daysOffQuery(month))
  const daysLoad = useLoad(days)
  const holidaysOfYear = useQuery(holidaysQuery(Number(today.slice(0, 4))))
  const holidays = useLoad(holidaysOfYear)
  const address = useQuery(addressQuery)
  const yearly = useQuery({ ...subscriptionQuery, enabled: user.is_admin })
  const isShown = useAreAnswered([days, holidaysOfYear, address, yearly])
  const daysOff = daysLoad.data ?? noDays

  const shown = useShown(load.data, user.id, search)
  const online = useOnline()
  const [importing, setImporting] = useState(false)
  const importId = useId()
  const importButton = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<Editing>()
  const mayChange = useCallback(
    ({ id }: User) => online && (user.is_admin || id === user.id),
    [online, user.is_admin, user.id],
  )
  const onOpen: OpenDay = useCallback(
    (member, date, absence, anchor) => setEditing({ member, date, absence, anchor }),
    [],
  )
  const grid = { month, today, members: shown, daysOff, mayChange, onOpen }

  return (
    <div className="@container">
      <MonthBar month={month} thisMonth={monthOf(today)} onMonth={turnTo}>
        {user.is_admin && (
          <Button
            ref={importButton}
            kind="line"
            small
            disabled={!online}
            aria-expanded={importing}
            aria-controls={importing ? importId : undefined}
            onClick={() => setImporting(!importing)}
          >
            {t('importHolidays')}
          </Button>
        )}
        <Button
          kind="line"
          small
          disabled={!online}
          aria-haspopup="dialog"
          onClick={(event) => onOpen(user, today, undefined, event.currentTarget)}
        >
          <CalendarOff size={16} strokeWidth={1.75} aria-hidden />
          {t('addTimeOff')}
        </Button>
        <OfflineReason />
      </MonthBar>
      {importing && (
        <ImportForm
          id={importId}
          timeZone={user.time_zone}
          today={today}
          onClose={() => {
            setImporting(false)
            importButton.current?.focus()
          }}
        />
      )}
      <LoadNote load={daysLoad} failed={t('loadFailed')} />
      <Loaded load={pendingUntil(isShown, load)} failed={team('error')} skeleton={<MonthSkeleton />}>
        {() => (
          <>
            <MonthGrid
              {...grid}
              ownId={user.id}
              workingDays={user.team.working_days}
              isBusy={daysLoad.isReading}
              onMonth={turnTo}
            />
            <MonthList {...grid} />
            <MonthLegend workingDays={user.team.working_days} />
          </>
        )}
      </Loaded>
      {editing && (
        <AbsencePopover
          anchor={editing.anchor}
          userId={editing.member.id}
          name={editing.member.id === user.id ? undefined : displayName(editing.member)}
          date={editing.date}
          absence={editing.absence}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isShown && load.status !== 'pending' && (
        <div className="mt-10 grid gap-x-12 gap-y-10 wide:grid-cols-[minmax(0,1fr)_18.25rem]">
          <div>
            <HolidayList holidays={holidays.data} today={today} isAdmin={user.is_admin}>
              {user.is_admin && <YearlyHolidays timeZone={user.time_zone} />}
            </HolidayList>
            <div className="pt-3 empty:hidden">
              <LoadNote load={holidays} failed={t('loadFailed')} />
            </div>
          </div>
          <Subscription />
        </div>
      )}
    </div>
  )
}

/** Returns the active members who match the search, in the order of the members' tab. */
function useShown(members: readonly User[] | undefined, ownId: string, search: string) {
  const language = useLocale()
  const wanted = useDeferredValue(search)
  return useMemo(() => {
    const matches = matcherOf(wanted)
    const byId = new Map(members?.map((member) => [member.id, member]))
    return sortMembers([...byId.values()].map(teamMemberOf), ownId, language)
      .filter(({ isActive, name, email }) => isActive && matches(name, email))
      .map(({ id }) => byId.get(id)!)
  }, [members, ownId, language, wanted])
}
