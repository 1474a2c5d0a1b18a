import { CalendarOff, Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Absence } from '#contract/absences.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

const AbsencePopover = lazy(async () => ({ default: (await import('./absence-popover.tsx')).AbsencePopover }))

/** The way to a day off of one's own, beside the day's date; where that is narrow, in a menu (design: day off). */
export function TimeOff({
  userId,
  date,
  absences,
}: {
  userId: string
  date: CalendarDate
  absences: readonly Absence[]
}) {
  const t = useTranslations('absence')
  const offline = useTranslations('states')('offline')
  const isOnline = useOnline()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const absence = absences.find(({ user_id, from, until }) => user_id === userId && from <= date && date <= until)
  const label = t(absence ? 'change' : 'take')
  const open = () => setIsOpen(true)
  return (
    <>
      <div ref={setPlace}>
        <div className="ml-3 narrow:hidden">
          <Button
            kind="ghost"
            aria-haspopup="dialog"
            disabled={!isOnline}
            title={isOnline ? undefined : offline}
            onClick={open}
          >
            <CalendarOff size={16} strokeWidth={1.75} aria-hidden />
            {label}
          </Button>
        </div>
        <div className="wide:hidden">
          <Menu
            label={t('more')}
            placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline]"
            className="icon-button h-control w-control text-text"
            items={[
              {
                label,
                icon: <CalendarOff size={16} strokeWidth={1.75} aria-hidden />,
                disabledBecause: isOnline ? undefined : offline,
                onSelect: open,
              },
            ]}
          >
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
            <span className="sr-only">{t('more')}</span>
          </Menu>
        </div>
      </div>
      {isOpen && (
        <Suspense>
          <AbsencePopover
            anchor={place}
            userId={userId}
            date={date}
            absence={absence}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
