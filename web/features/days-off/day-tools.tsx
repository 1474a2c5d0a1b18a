import { CalendarOff, Ellipsis, Presentation } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Absence } from '#contract/absences.ts'
import type { User } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const AbsencePopover = lazyPart(async () => ({ default: (await import('./absence-popover.tsx')).AbsencePopover }))

/**
 * Shows the buttons beside the date: one for the member's own day off, one for the meeting view. On narrow screens they
 * are in a menu.
 */
export function DayTools({
  user,
  date,
  absences,
  onPresent,
}: {
  user: Pick<User, 'id' | 'writes'>
  date: CalendarDate
  absences: readonly Absence[]
  onPresent: (() => void) | undefined
}) {
  const t = useTranslations('absence')
  const day = useTranslations('dailyReport')
  const offline = useTranslations('states')('offline')
  const isOnline = useOnline()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const absence = absences.find(({ user_id, from, until }) => user_id === user.id && from <= date && date <= until)
  const tools = [
    user.writes && {
      id: 'absence',
      label: t(absence ? 'change' : 'take'),
      icon: <CalendarOff size={16} strokeWidth={1.75} aria-hidden />,
      disabledBecause: isOnline ? undefined : offline,
      onSelect: () => setIsOpen(true),
      opens: 'dialog' as const,
      keys: undefined,
    },
    onPresent && {
      id: 'present',
      label: day('present'),
      icon: <Presentation size={16} strokeWidth={1.75} aria-hidden />,
      disabledBecause: undefined,
      onSelect: onPresent,
      opens: undefined,
      keys: 'P',
    },
  ].filter((tool) => tool !== false && tool !== undefined)
  if (tools.length === 0) return null
  return (
    <>
      <div ref={setPlace}>
        <div className="ml-3 flex narrow:hidden">
          {tools.map(({ id, label, icon, disabledBecause, onSelect, opens, keys }) => (
            <Button
              key={id}
              kind="ghost"
              aria-haspopup={opens}
              aria-keyshortcuts={keys}
              disabled={disabledBecause !== undefined}
              title={disabledBecause}
              onClick={onSelect}
            >
              {icon}
              {label}
            </Button>
          ))}
        </div>
        <div className="wide:hidden">
          <Menu
            label={t('more')}
            placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline]"
            className="icon-button h-control w-control text-text"
            items={tools.map(({ label, icon, disabledBecause, onSelect }) => ({
              label,
              icon,
              disabledBecause,
              onSelect,
            }))}
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
            userId={user.id}
            date={date}
            absence={absence}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
