import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CalendarDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChangeMember } from './queries.ts'
import type { TeamMember } from './team-member.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useMoment } from './use-moment.ts'

/** Who is no longer let in, folded away unless a search has found them. */
export function InactiveMembers({
  members,
  today,
  isSearching,
  mayChange,
}: {
  members: TeamMember[]
  today: CalendarDate
  isSearching: boolean
  mayChange: boolean
}) {
  const t = useTranslations('team')
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  if (members.length === 0) return
  const isOpen = unfolded || isSearching
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="mt-8">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setUnfolded(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center gap-2 border-b border-rule t-14 text-text-2 hover:text-text"
        >
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
          {t('inactiveMembers')} <span className="t-12 text-text-3 tabular-nums">{members.length}</span>
        </button>
      </h2>
      {isOpen && (
        <ul id={id} aria-label={t('inactiveMembers')}>
          {members.map((member) => (
            <InactiveMember key={member.id} member={member} today={today} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </section>
  )
}

function InactiveMember({
  member: { id, name, email, initials, deactivatedAt },
  today,
  mayChange,
}: {
  member: TeamMember
  today: CalendarDate
  mayChange: boolean
}) {
  const t = useTranslations('team')
  const fail = useFailureToast()
  const change = useChangeMember()
  const since = useMoment(deactivatedAt, today)
  const reactivate = () =>
    void change.mutateAsync({ id, is_active: true }).then(
      () => toast.success(t('reactivated', { name })),
      (error: unknown) => fail(t('changeFailed', { name }), error),
    )
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-rule py-2">
      <Avatar initials={initials} hue={0} away />
      <div className="min-w-0 flex-1">
        <p className="t-14b wrap-break-word">{name}</p>
        <p className="t-12 wrap-break-word text-text-3">
          {since ? <time dateTime={deactivatedAt}>{t('inactiveSince', { time: since })}</time> : t('inactive')}
          <span className="ml-2 max-md:hidden">{email}</span>
        </p>
      </div>
      {mayChange && (
        <Button
          kind="line"
          small
          aria-label={change.isPending ? undefined : t('reactivateOf', { name })}
          busy={change.isPending ? t('reactivating') : undefined}
          onClick={reactivate}
        >
          {t('reactivate')}
        </Button>
      )}
    </li>
  )
}
