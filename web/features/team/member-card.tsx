import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate, localDate } from '../../lib/dates.ts'
import { formatPastDay, formatShortDay, formatTime } from '../../lib/format-date.ts'
import { hueOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { card } from './card-look.ts'
import { StatusDot } from './status-dot.tsx'
import type { TeamMember } from './team-member.ts'
import { useRoleName } from './use-role-name.ts'

export function MemberCard({ member, today }: { member: TeamMember; today: CalendarDate }) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const { id, name, email, picture, initials, isActive, role } = member
  return (
    <li className={card}>
      <Avatar initials={initials} hue={hueOf(id)} picture={picture} size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 t-14b">{name}</h2>
          <StatusDot on={isActive}>{t(isActive ? 'active' : 'inactive')}</StatusDot>
        </div>
        <p className="mt-0.5 t-13 text-text-2">{email}</p>
        <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="t-13 text-text-2">{roleName(role)}</p>
          <LastActive time={member.lastActive} today={today} />
        </div>
      </div>
    </li>
  )
}

/** 今日 9:02, 昨日 18:20, 9月30日; nothing where no time can be read. */
function LastActive({ time, today }: { time: string | undefined; today: CalendarDate }) {
  const t = useTranslations('team')
  const language = useLocale()
  const instant = new Date(time ?? '')
  if (Number.isNaN(instant.getTime())) return
  const date = localDate(instant)
  const words = () => {
    const clock = formatTime(language, instant)
    if (date === today) return t('todayAt', { time: clock })
    if (date === addDays(today, -1)) return t('yesterdayAt', { time: clock })
    return date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(language, date) : formatPastDay(language, date)
  }
  return (
    <p className="t-12 text-text-3">
      <span className="sr-only">{t('lastActive')} </span>
      <time dateTime={time}>{words()}</time>
    </p>
  )
}
