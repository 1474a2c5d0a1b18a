import { Pencil } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { languages } from '#contract/languages.ts'
import { fullName } from '#contract/names.ts'
import type { Me } from '#contract/users.ts'
import { formDrafts } from '../../api/use-stored-form.ts'
import { displayName, hueOf, initials, pictureOf } from '../../domain/person.ts'
import { Address } from '../../ui/address.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { ProfileForm, profileOf } from './profile-form.tsx'
import { useEditing } from '../../hooks/use-editing.ts'

export function ProfileCard({ user, onSaved }: { user: Me; onSaved: () => Promise<unknown> }) {
  const t = useTranslations('settings')
  const language = useLocale()
  const key = formDrafts.key(user.id, 'profile')
  const { editing, toggle, open, close } = useEditing(() => formDrafts.read(key) !== undefined)
  const avatar = (
    <Avatar initials={initials(user)} hue={hueOf(user.id)} picture={pictureOf(user)} size={editing ? 56 : 40} />
  )
  if (editing)
    return (
      <Card title={t('profile.title')} mark={avatar}>
        <ProfileForm start={profileOf(user)} onSaved={onSaved} onClose={close} onReopen={open} />
      </Card>
    )
  const ownName = user.preferred_name.trim()
  const isOtherName = ownName !== '' && languages.every((each) => fullName(each, user) !== ownName)
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
            value: fullName(language, user),
          },
          ...(isOtherName ? [{ name: t('profile.displayName'), value: displayName(user) }] : []),
          { name: t('profile.email'), value: <Address>{user.email}</Address> },
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
