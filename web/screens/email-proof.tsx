import { CircleCheck, CloudOff, MailX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Redirect, useSearchParams } from 'wouter'
import { paths } from '../app/paths.ts'
import { AuthState } from '../features/session/auth-layout.tsx'
import { useEmailProof } from '../features/session/use-email-proof.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

const icon = { size: 32, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Where the link of the mail leads that proves an address. */
export default function EmailProofScreen() {
  const t = useTranslations('entrance.proof')
  const [search] = useSearchParams()
  const { outcome, retry } = useEmailProof(search.get('token'))
  const home = (
    <ButtonLink kind={outcome === 'done' ? 'primary' : 'line'} href={paths.home}>
      {t('toHome')}
    </ButtonLink>
  )

  if (outcome === 'busy') return <AuthState icon={<Spinner />} title={t('checking')} />
  if (outcome === 'entered') return <Redirect to={paths.login} replace /> // which leads on who is signed in
  if (outcome === 'done')
    return (
      <AuthState icon={<CircleCheck {...icon} />} title={t('done')} hint={t('doneHint')}>
        {home}
      </AuthState>
    )
  if (outcome === 'invalid')
    return (
      <AuthState icon={<MailX {...icon} />} title={t('invalid')} hint={t('invalidHint')}>
        {home}
      </AuthState>
    )
  return (
    <AuthState icon={<CloudOff {...icon} />} title={t('failed')}>
      <Button kind="line" onClick={retry}>
        {t('retry')}
      </Button>
    </AuthState>
  )
}
