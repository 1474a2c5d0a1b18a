import { Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Me } from '#contract/users.ts'
import { displayName, hueOf, initials, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useEditing } from './use-editing.ts'

/** Name and e-mail, to read and to change. */
export function ProfileCard({ user, onSaved }: { user: Me; onSaved: () => Promise<unknown> }) {
  const t = useTranslations('settings')
  const { editing, toggle, open, close } = useEditing()
  const avatar = (
    <Avatar initials={initials(user)} hue={hueOf(user.id)} picture={pictureOf(user)} size={editing ? 56 : 40} />
  )
  if (editing)
    return (
      <Card title={t('profile.title')} mark={avatar}>
        <ProfileForm user={user} onSaved={onSaved} onClose={close} />
      </Card>
    )
  const action = (
    <Button ref={toggle} kind="line" small onClick={open} aria-label={t('profile.edit')}>
      <Pencil size={16} strokeWidth={1.75} aria-hidden />
      {t('edit')}
    </Button>
  )
  return (
    <Card title={t('profile.title')} mark={avatar} action={action}>
      <Facts
        facts={[
          {
            name: t('profile.fullName'),
            value: `${user.family_name} ${user.first_name}`,
          },
          { name: t('profile.displayName'), value: displayName(user) },
          { name: t('profile.email'), value: user.email },
        ]}
      />
      {user.pending_email && (
        <div className="mt-4">
          <Note>{t('profile.pendingEmail', { email: user.pending_email })}</Note>
        </div>
      )}
    </Card>
  )
}
