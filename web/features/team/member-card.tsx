import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { hueOf } from '../../domain/person.ts'
import { Address } from '../../ui/address.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { card } from './card-styles.ts'
import type { TeamMember } from './team-member.ts'
import { useLastSeen } from './use-last-seen.ts'
import { useRoleName } from './use-role-name.ts'

const newDays = 7

type Props = { member: TeamMember; today: CalendarDate; isSelf: boolean; menu: ReactNode }

/** @param menu the actions of an administrator */
export function MemberCard({ member, today, isSelf, menu }: Props) {
  const t = useTranslations('team')
  const roleName = useRoleName()
  const { id, name, email, picture, initials, role, isAdmin, writes, joinedOn, isShut } = member
  const isNew = joinedOn !== undefined && joinedOn > addDays(today, -newDays)
  return (
    <li className={card}>
      <Avatar initials={initials} hue={hueOf(id)} picture={picture} size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <h2 className="min-w-0 t-14b">{name}</h2>
            {isSelf && <span className="rounded-1 bg-sunken px-1.5 t-12 text-text-2">{t('self')}</span>}
            {!isSelf && isNew && (
              <span className="rounded-1 bg-ai-soft px-1.5 t-12 text-ai-text">{t('newMember')}</span>
            )}
          </div>
          <div className="flex shrink-0 items-start gap-2">
            <span className="pt-1 t-12 whitespace-nowrap text-text-3">{t(isShut ? 'shut' : 'active')}</span>
            {menu}
          </div>
        </div>
        <p className="mt-0.5 t-13 text-text-2">{isShut ? t('shutHint') : <Address>{email}</Address>}</p>
        <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-3">
          <p className="min-w-0 t-13 text-text-2">
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
  const moment = useLastSeen(time, today)
  if (moment === undefined) return
  return (
    <p className="shrink-0 t-12 whitespace-nowrap text-text-3">
      <span className="sr-only">{t('lastActive')} </span>
      <time dateTime={time}>{moment}</time>
    </p>
  )
}
