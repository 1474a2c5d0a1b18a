import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fullName } from '#contract/names.ts'
import type { Me, Profile } from '#contract/users.ts'
import { displayName, hueOf, initials, pictureOf } from '../../lib/person.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { ProfileForm, profileOf } from './profile-form.tsx'
import { useEditing } from '../../lib/use-editing.ts'

const names = ['family_name', 'first_name', 'preferred_name', 'email'] as const

/** Name and e-mail, to read and to change. */
export function ProfileCard({ user, onSaved }: { user: Me; onSaved: () => Promise<unknown> }) {
  const t = useTranslations('settings')
  const shell = useTranslations('shell')
  const language = useLocale()
  const { editing, toggle, open, close } = useEditing()
  const [start, setStart] = useState<Profile>()
  const saved = profileOf(user)
  const begin = () => {
    setStart(undefined)
    open()
  }
  const cancel = (left: Profile) => {
    close()
    if (names.every((name) => left[name] === saved[name])) return
    const resume = () => {
      setStart(left)
      open()
    }
    toast.info(shell('editsLeft'), { label: shell('editsBack'), act: resume })
  }
  const avatar = (
    <Avatar initials={initials(user)} hue={hueOf(user.id)} picture={pictureOf(user)} size={editing ? 56 : 40} />
  )
  if (editing)
    return (
      <Card title={t('profile.title')} mark={avatar}>
        <ProfileForm start={start ?? saved} onSaved={onSaved} onClose={close} onCancel={cancel} />
      </Card>
    )
  const action = (
    <Button ref={toggle} kind="line" small onClick={begin} aria-label={t('profile.edit')}>
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
