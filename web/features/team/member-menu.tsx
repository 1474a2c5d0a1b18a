import { BookOpen, Ellipsis, LogOut, Pencil, Shield, ShieldOff, UserX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/toast.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useChangeMember, useChangeWriting, useEndSessions } from './queries.ts'
import type { TeamMember } from './team-member.ts'
import { useFailureToast } from './use-failure-toast.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/**
 * What administrators do to others; nothing is asked before, and what can be is taken back.
 * @param isLastAdministrator nobody else of the team is one
 * @param onGone the member's card has left the list
 */
export function MemberMenu({
  member: { id, name, isAdmin, writes },
  isLastAdministrator,
  onGone,
}: {
  member: TeamMember
  isLastAdministrator: boolean
  onGone: () => void
}) {
  const t = useTranslations('team')
  const fail = useFailureToast()
  const change = useChangeMember()
  const changeWriting = useChangeWriting()
  const endSessions = useEndSessions()
  const onError = (error: unknown) => fail(t('changeFailed', { name }), error)
  const because = isLastAdministrator ? t('lastAdministrator') : undefined
  const told = (words: string, undo: () => void) => ({
    onError,
    onSuccess: () => toast.success(words, { label: t('undo'), act: undo }),
  })
  return (
    <Menu
      label={t('menuOf', { name })}
      placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-block]"
      className="-my-1.5 -mr-2 icon-button size-8 shrink-0 pointer-coarse:-my-3 pointer-coarse:size-11"
      items={[
        {
          label: t(isAdmin ? 'removeAdministrator' : 'makeAdministrator'),
          icon: isAdmin ? <ShieldOff {...icon} /> : <Shield {...icon} />,
          disabledBecause: isAdmin ? because : undefined,
          onSelect: () =>
            change.mutate(
              { id, is_admin: !isAdmin },
              told(t(isAdmin ? 'removedAdministrator' : 'madeAdministrator', { name }), () =>
                change.mutate({ id, is_admin: isAdmin }, { onError }),
              ),
            ),
        },
        {
          label: t(writes ? 'stopWriting' : 'startWriting'),
          icon: writes ? <BookOpen {...icon} /> : <Pencil {...icon} />,
          onSelect: () =>
            changeWriting.mutate(
              { id, writes: !writes },
              told(t(writes ? 'stoppedWriting' : 'startedWriting', { name }), () =>
                changeWriting.mutate({ id, writes }, { onError }),
              ),
            ),
        },
        {
          label: t('endSessions'),
          icon: <LogOut {...icon} />,
          onSelect: () =>
            endSessions.mutate(id, { onError, onSuccess: () => toast.success(t('sessionsEnded', { name })) }),
        },
        {
          label: t('deactivate'),
          icon: <UserX {...icon} />,
          apart: true,
          disabledBecause: because,
          onSelect: () =>
            // What follows stands here and not with `mutate`: by then the card, and with it this menu, is gone.
            void change.mutateAsync({ id, is_active: false }).then(() => {
              toast.success(t('deactivated', { name }), {
                label: t('undo'),
                act: () => void change.mutateAsync({ id, is_active: true }).catch(onError),
              })
              onGone()
            }, onError),
        },
      ]}
    >
      <Ellipsis {...icon} />
      <span className="sr-only">{t('menuOf', { name })}</span>
    </Menu>
  )
}
