import { useTranslations } from 'use-intl'
import type { CalendarDate } from '../../dates/dates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CollapsibleList } from '../../ui/collapsible-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChangeMember } from './queries.ts'
import type { TeamMember } from './team-member.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useLastSeen } from './use-last-seen.ts'

/** Lists deactivated members, collapsed unless a search has found some. */
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
  if (members.length === 0) return
  return (
    <section className="mt-8">
      <CollapsibleList name={t('inactiveMembers')} count={members.length} heading="h2" isOpen={isSearching}>
        {members.map((member) => (
          <InactiveMember key={member.id} member={member} today={today} mayChange={mayChange} />
        ))}
      </CollapsibleList>
    </section>
  )
}

type Row = { member: TeamMember; today: CalendarDate; mayChange: boolean }

function InactiveMember({ member: { id, name, email, initials, deactivatedAt, hasLeft }, today, mayChange }: Row) {
  const t = useTranslations('team')
  const fail = useFailureToast()
  const change = useChangeMember()
  const since = useLastSeen(deactivatedAt, today)
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
          {since ? (
            <time dateTime={deactivatedAt}>{t(hasLeft ? 'leftSince' : 'inactiveSince', { time: since })}</time>
          ) : (
            t('inactive')
          )}
          <span className="ml-2 max-md:hidden">{email}</span>
        </p>
      </div>
      {mayChange && !hasLeft && (
        <Button
          kind="line"
          small
          aria-label={t('reactivateOf', { name })}
          busy={change.isPending ? t('reactivating') : undefined}
          onClick={reactivate}
        >
          {t('reactivate')}
        </Button>
      )}
    </li>
  )
}
