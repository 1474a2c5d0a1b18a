import { Ellipsis, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { FormDialog, formOf } from '../../ui/form-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { cardMenu } from './card-styles.ts'
import { useChangeMember } from './queries.ts'
import type { TeamMember } from './team-member.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/**
 * Lets administrators give up their role. The only administrator must first appoint another one. Asks for
 * confirmation, because only another administrator could undo this.
 * @param onGone called when this menu has left the card
 */
export function StepDownMenu({
  member: { id, name },
  isLastAdministrator,
  isNamedByCompany,
  onGone,
}: {
  member: TeamMember
  isLastAdministrator: boolean
  /** Whether the company's sign-in decides who is an administrator (N17.02). */
  isNamedByCompany: boolean
  onGone: () => void
}) {
  const t = useTranslations('team')
  const change = useChangeMember()
  const [asks, setAsks] = useState(false)
  const onClose = () => setAsks(false)
  const done = () => {
    onClose()
    onGone()
  }
  // `mutate` would not run the callbacks if the menu and this dialog are unmounted by then.
  const send = () => void change.mutateAsync({ id, is_admin: false }).then(done, () => {})
  const words = {
    title: t('stepDown.title'),
    submit: t('stepDown.submit'),
    sending: t('stepDown.sending'),
    failed: serverMessage(change.error) ?? t('changeFailed', { name }),
  }
  return (
    <>
      <Menu
        label={t('menuOf', { name })}
        {...cardMenu}
        items={[
          {
            label: t('stepDown.action'),
            icon: <ShieldOff {...icon} />,
            disabledBecause: isNamedByCompany
              ? t('namedByCompany')
              : isLastAdministrator
                ? t('stepDown.first')
                : undefined,
            onSelect: () => setAsks(true),
          },
        ]}
      >
        <Ellipsis {...icon} />
        <span className="sr-only">{t('menuOf', { name })}</span>
      </Menu>
      {asks && (
        <FormDialog form={formOf(change, send)} words={words} kind="danger" onClose={onClose}>
          <p className="t-14 text-pretty text-text-2">{t('stepDown.about')}</p>
        </FormDialog>
      )}
    </>
  )
}
