import { BookOpen, Ellipsis, KeyRound, LogOut, Pencil, Shield, ShieldOff, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { offerUndo } from '../../api/offer-undo.ts'
import { toast } from '../../ui/toast.tsx'
import type { ReauthenticateThen } from '../../api/reauthentication.ts'
import { Menu } from '../../ui/menu.tsx'
import { cardMenu } from './card-styles.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { useChangeMember, useChangeWriting } from './queries.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import type { TeamMember } from './team-member.ts'
import { useFailureText } from './use-failure-toast.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/**
 * Shows a menu of an administrator's actions on a member. Actions without an undo ask for confirmation.
 * @param isLastAdministrator whether the team has no other administrator
 * @param isNamedByCompany whether the company's sign-in decides who is an administrator (N17.02)
 * @param onPasswordLink absent if passwords are not used
 * @param onGone called when the member's card has left the list
 */
export function MemberMenu({
  member: { id, name, isAdmin, writes },
  isLastAdministrator,
  isNamedByCompany,
  confirm,
  onPasswordLink,
  onGone,
}: {
  member: TeamMember
  isLastAdministrator: boolean
  isNamedByCompany: boolean
  confirm: ReauthenticateThen
  onPasswordLink: (() => void) | undefined
  onGone: () => void
}) {
  const t = useTranslations('team')
  const words = useFailureText()
  const change = useChangeMember()
  const changeWriting = useChangeWriting()
  const [asks, setAsks] = useState<'deactivate' | 'signOut'>()
  const onClose = () => setAsks(undefined)
  const failed = (error: unknown) => words(t('changeFailed', { name }), error)
  const onError = (error: unknown) => toast.error(failed(error), error)
  const because = isLastAdministrator ? t('lastAdministrator') : undefined
  const withUndo = (done: string, undo: () => Promise<unknown>) => ({
    onError,
    onSuccess: () => offerUndo(done, { label: t('undo'), undo, failed }),
  })
  const undoAdministrator = (): Promise<unknown> =>
    change.mutateAsync({ id, is_admin: isAdmin }).catch((error: unknown) => {
      if (!confirm(error, () => void undoAdministrator().catch(onError))) throw error
    })
  const setAdministrator = (to: boolean) =>
    change.mutate(
      { id, is_admin: to },
      {
        ...withUndo(t(to ? 'madeAdministrator' : 'removedAdministrator', { name }), undoAdministrator),
        onError: (error) => {
          if (!confirm(error, () => setAdministrator(to))) onError(error)
        },
      },
    )
  /**
   * Reactivates the member. A former administrator becomes an administrator again, unless the company's sign-in decides
   * who is one. Making somebody an administrator requires reauthentication.
   */
  const letBackIn = (): Promise<unknown> =>
    change
      .mutateAsync({ id, is_active: true, ...(isAdmin && !isNamedByCompany && { is_admin: true }) })
      .catch((error: unknown) => {
        if (!confirm(error, () => void letBackIn().catch(onError))) throw error
      })
  const deactivated = () => {
    onClose()
    offerUndo(t('deactivated', { name }), {
      label: t('undo'),
      undo: letBackIn,
      failed,
    })
    onGone()
  }
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        {...cardMenu}
        items={[
          {
            label: t(isAdmin ? 'removeAdministrator' : 'makeAdministrator'),
            icon: isAdmin ? <ShieldOff {...icon} /> : <Shield {...icon} />,
            disabledBecause: isNamedByCompany ? t('namedByCompany') : isAdmin ? because : undefined,
            onSelect: () => setAdministrator(!isAdmin),
          },
          {
            label: t(writes ? 'stopWriting' : 'startWriting'),
            icon: writes ? <BookOpen {...icon} /> : <Pencil {...icon} />,
            onSelect: () =>
              changeWriting.mutate(
                { id, writes: !writes },
                withUndo(t(writes ? 'stoppedWriting' : 'startedWriting', { name }), () =>
                  changeWriting.mutateAsync({ id, writes }),
                ),
              ),
          },
          ...(onPasswordLink
            ? [{ label: t('passwordLink'), icon: <KeyRound {...icon} />, onSelect: onPasswordLink }]
            : []),
          {
            label: t('endSessions'),
            icon: <LogOut {...icon} />,
            onSelect: () => setAsks('signOut'),
          },
          {
            label: t('deactivate'),
            icon: <UserX {...icon} />,
            apart: true,
            isDanger: true,
            disabledBecause: because,
            onSelect: () => setAsks('deactivate'),
          },
        ]}
      >
        <Ellipsis {...icon} />
        <span className="sr-only">{t('menuOf', { name })}</span>
      </Menu>
      {asks === 'deactivate' && (
        <DeactivateDialog member={{ id, name, isAdmin }} onDone={deactivated} onClose={onClose} />
      )}
      {asks === 'signOut' && <SignOutDialog member={{ id, name }} onClose={onClose} />}
    </>
  )
}
