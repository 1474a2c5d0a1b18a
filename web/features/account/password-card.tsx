import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasswordForm } from './password-form.tsx'
import { useEditing } from '../../hooks/use-editing.ts'

export function PasswordCard({ email }: { email: string }) {
  const t = useTranslations('settings.password')
  const { editing, toggle, open, close } = useEditing()
  if (editing)
    return (
      <Card title={t('title')}>
        <PasswordForm email={email} onClose={close} />
      </Card>
    )
  const action = (
    <Button ref={toggle} kind="line" small onClick={open} aria-label={t('changeLabel')}>
      {t('change')}
    </Button>
  )
  return (
    <Card title={t('title')} action={action}>
      <p className="t-14 text-text-2">{t('rule', { minimum: limits.password })}</p>
    </Card>
  )
}
