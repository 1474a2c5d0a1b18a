import { CircleCheck, CloudOff, MailX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Redirect, useSearchParams } from 'wouter'
import { paths } from '../app/paths.ts'
import { AuthState } from '../features/session/auth-layout.tsx'
import { useEmailProof } from '../features/session/use-email-proof.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** Where the link of the mail leads that proves an address. */
export default function EmailProofScreen() {
  const t = useTranslations('entrance.proof')
  const [search] = useSearchParams()
  const { outcome, retry } = useEmailProof(search.get('token'))
  if (outcome === 'busy') return <AuthState title={t('checking')} />
  if (outcome === 'entered') return <Redirect to={paths.login} replace /> // which leads on who is signed in
  if (outcome === 'done' || outcome === 'invalid')
    return (
      <AuthState icon={outcome === 'done' ? CircleCheck : MailX} title={t(outcome)} hint={t(`${outcome}Hint`)}>
        <ButtonLink kind={outcome === 'done' ? 'primary' : 'line'} href={paths.home}>
          {t('toHome')}
        </ButtonLink>
      </AuthState>
    )
  return (
    <AuthState icon={CloudOff} title={t('failed')}>
      <Button kind="line" onClick={retry}>
        {t('retry')}
      </Button>
    </AuthState>
  )
}
