import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarDate } from '../../lib/dates.ts'
import { hueOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { card } from './card-look.ts'
import { StatusDot } from './status-dot.tsx'
import type { TeamMember } from './team-member.ts'
import { useMoment } from './use-moment.ts'
import { useRoleName } from './use-role-name.ts'

/** Somebody who is active. @param menu what an administrator may do to them */
export function MemberCard({
  member,
  today,
  isSelf,
  menu,
}: {
  member: TeamMember
  today: CalendarDate
  isSelf: boolean
  menu: ReactNode
}) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const { id, name, email, picture, initials, role, isAdmin, writes } = member
  return (
    <li className={card}>
      <Avatar initials={initials} hue={hueOf(id)} picture={picture} size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <h2 className="min-w-0 t-14b">{name}</h2>
            {isSelf && <span className="rounded-1 bg-sunken px-1.5 t-12 text-text-2">{t('self')}</span>}
          </div>
          <div className="flex shrink-0 items-start gap-2">
            <StatusDot on>{t('active')}</StatusDot>
            {menu}
          </div>
        </div>
        <p className="mt-0.5 t-13 text-text-2">{email}</p>
        <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="t-13 text-text-2">
            {roleName(role)}
            {[isAdmin && t('administrator'), !writes && t('reader')]
              .filter((word) => word !== false)
              .map((word) => (
                <Fragment key={word}>
                  {' · '}
                  <span>{word}</span>
                </Fragment>
              ))}
          </p>
          <LastActive time={member.lastActive} today={today} />
        </div>
      </div>
    </li>
  )
}

function LastActive({ time, today }: { time: string | undefined; today: CalendarDate }) {
  const t = useTranslations('team')
  const moment = useMoment(time, today)
  if (moment === undefined) return
  return (
    <p className="t-12 text-text-3">
      <span className="sr-only">{t('lastActive')} </span>
      <time dateTime={time}>{moment}</time>
    </p>
  )
}
