import { MailX, ShieldAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '../app/paths.ts'
import { AuthLayout, AuthState } from '../features/session/auth-layout.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { useTakeBack } from '../features/session/use-take-back.ts'
import { Button } from '../ui/button.tsx'
import { LoginButton } from './login-button.tsx'

/** Where the link of a letter leads that tells of a change: one button takes it back. */
export default function NotMeScreen() {
  const t = useTranslations('entrance.notMe')
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const { outcome, cause, take } = useTakeBack(search.get('token'), (token) =>
    go(`${paths.passwordReset}?${new URLSearchParams({ token })}`, { replace: true }),
  )
  if (outcome === 'invalid' || outcome === 'taken')
    return (
      <AuthState icon={outcome === 'taken' ? ShieldAlert : MailX} title={t(outcome)} hint={t(`${outcome}Hint`)}>
        <LoginButton />
      </AuthState>
    )
  return (
    <AuthLayout title={t('title')} lead={t('lead')}>
      <FormFailure failure={outcome === 'failed' ? t('failed') : undefined} cause={cause} />
      <Button kind="primary" wide busy={outcome === 'busy' ? t('busy') : undefined} onClick={take}>
        {t('button')}
      </Button>
    </AuthLayout>
  )
}
