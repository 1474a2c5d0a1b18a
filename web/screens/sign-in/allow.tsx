import '../../ui/members.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { ApiError } from '../../api/errors.ts'
import { ConsentForm } from '../../features/access-tokens/consent-form.tsx'
import { useConsent } from '../../features/access-tokens/use-consent.ts'
import { useReauthentication } from '../../features/account/use-reauthentication.tsx'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { RetryState } from '../../features/session/retry-state.tsx'
import { useSession } from '../../features/session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** The page on which a member allows or refuses that a program uses Asakai in their name (N21.01). */
export default function AllowScreen() {
  const [queries] = useState(() => new QueryClient()) // only the password dialog needs it
  const [search] = useSearchParams()
  const [request, error] = [search.get('request'), search.get('error')]
  if (request === null || error !== null) return <Refused error={error} />
  return (
    <QueryClientProvider client={queries}>
      <Question request={request} />
    </QueryClientProvider>
  )
}

/** Explains an error that the program must not receive, because its redirect address is unknown or wrong. */
function Refused({ error }: { error: string | null }) {
  const t = useTranslations('programs')
  const isUnknown = error?.startsWith('invalid_client') || error === 'invalid_redirect_uri'
  const reason = isUnknown ? 'unknownHint' : error === 'temporarily_unavailable' ? 'busyHint' : 'invalidHint'
  return (
    <AuthState icon={Unplug} title={t('refused')} hint={t(reason)}>
      <ToHome />
    </AuthState>
  )
}

function ToHome() {
  const t = useTranslations('programs')
  return (
    <ButtonLink kind="line" href={paths.home}>
      {t('toHome')}
    </ButtonLink>
  )
}

function Question({ request }: { request: string }) {
  const t = useTranslations('programs')
  const { user, signOut } = useSession()
  const { reauthenticating, dialog } = useReauthentication(user?.email ?? '')
  const { state, busy, cause, retry, allow, refuse } = useConsent(request, reauthenticating)
  if (state.is === 'checking') return <AuthState title={t('checking')} />
  if (state.is === 'expired')
    return (
      <AuthState icon={Unplug} title={t('expired')} hint={t('expiredHint')}>
        <ToHome />
      </AuthState>
    )
  if (state.is !== 'open') return <RetryState title={t('failed')} label={t('retry')} onRetry={retry} />
  const mustSignIn = cause instanceof ApiError && cause.code === 'sign_in_again'
  return (
    <AuthLayout
      title={t('question', { name: state.consent.client_name })}
      lead={t('lead', { email: user?.email ?? '' })}
    >
      <ConsentForm consent={state.consent} busy={busy} cause={cause} onAllow={allow} onRefuse={refuse} />
      <Button kind={mustSignIn ? 'line' : 'ghost'} wide onClick={() => void signOut()}>
        {t(mustSignIn ? 'signInAgain' : 'otherAccount')}
      </Button>
      {dialog}
    </AuthLayout>
  )
}
