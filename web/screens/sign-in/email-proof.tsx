import { CircleCheck, MailX, ShieldCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link, Redirect, useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { RetryState } from '../../features/session/retry-state.tsx'
import { type ProofState, useEmailProof } from '../../features/session/use-email-proof.ts'
import { useFailureReason } from '../../features/session/use-failure-reason.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { textLink } from '../../ui/text-link.ts'
import { LoginButton } from './login-button.tsx'
import { UnconfirmedAccount } from './unconfirmed-account.tsx'

/** The page of the link in an email that proves the address. The page acts only after a press (E1.03). */
export default function EmailProofScreen() {
  const t = useTranslations('entrance.proof')
  const [search] = useSearchParams()
  const { state, isMember, confirm, disown, retry } = useEmailProof(search.get('token'))
  const wayOn = isMember ? (
    <ButtonLink kind="primary" href={paths.home}>
      {t('toHome')}
    </ButtonLink>
  ) : undefined

  if (state.is === 'checking') return <AuthState title={t('checking')} />
  if (state.is === 'entered') return <Redirect to={paths.login} replace /> // that page redirects members
  if (state.is === 'password')
    return <Redirect to={`${paths.passwordReset}?token=${encodeURIComponent(state.token)}`} replace />
  if (state.is === 'open') return <Question state={state} onConfirm={confirm} onDisown={disown} />
  if (state.is === 'disowned') return <Disowned kind={state.kind} email={state.email} />
  if (state.is === 'done')
    return (
      <AuthState icon={CircleCheck} title={t('done')} hint={t('doneHint')}>
        {wayOn ?? <ToLogin email={state.email} />}
      </AuthState>
    )
  if (state.is === 'confirmed')
    return (
      <AuthState icon={CircleCheck} title={t('confirmed')} hint={t('confirmedHint')}>
        {wayOn ?? <ToLogin />}
      </AuthState>
    )
  if (state.is === 'invalid')
    return (
      <AuthState icon={MailX} title={t('invalid')} hint={t('invalidHint')}>
        {wayOn ?? <LoginButton />}
      </AuthState>
    )
  return <RetryState title={t('failed')} label={t('retry')} onRetry={retry} />
}

type Question = { state: Extract<ProofState, { is: 'open' }>; onConfirm: () => void; onDisown: () => void }

/** Explains to which account the link belongs, and what each button does. */
function Question({ state: { proof, busy, cause }, onConfirm, onDisown }: Question) {
  const t = useTranslations('entrance.proof')
  const reasonOf = useFailureReason()
  const { kind, begun_here, existing } = proof
  const about = { name: proof.name, email: proof.email, team: existing?.team ?? '' }
  const other = kind === 'sign-up' && existing ? existing : undefined
  const [lead, hint] = {
    'sign-up': [t(begun_here ? 'leadHere' : 'leadElsewhere', about), t('hintSignUp')] as const,
    'known-account': [t('leadKnown', about), t('hintSignUp')] as const,
    account: [t('leadAccount', about), t('hintAccount')] as const,
    'new-address': [t('leadNewAddress', about), t('hintNewAddress')] as const,
  }[kind]
  return (
    <AuthLayout title={t('title')} lead={lead}>
      <FormFailure failure={cause !== undefined && t('failed')} reason={reasonOf(cause)} cause={cause} />
      {other && <UnconfirmedAccount account={other} email={proof.email} />}
      {!other?.is_kept && (
        <Button
          kind={other ? 'line' : 'primary'}
          wide
          busy={busy === 'confirm' ? t('confirming') : undefined}
          disabled={busy === 'disown'}
          onClick={onConfirm}
        >
          {t(other ? 'confirmAnyway' : begun_here ? 'confirmAndLogIn' : 'confirm')}
        </Button>
      )}
      <Button
        kind="line"
        wide
        busy={busy === 'disown' ? t('deleting') : undefined}
        disabled={busy === 'confirm'}
        onClick={onDisown}
      >
        {t('notMe')}
      </Button>
      <p className="t-13 text-pretty text-text-2">{hint}</p>
    </AuthLayout>
  )
}

type Disowned = { kind: Question['state']['proof']['kind']; email: string }

function Disowned({ kind, email }: Disowned) {
  const t = useTranslations('entrance.proof')
  const common = useTranslations('session.login')
  const title = {
    'sign-up': t('disownedSignUp'),
    'known-account': t('disownedSignUp'),
    account: t('disownedAccount'),
    'new-address': t('disownedNewAddress'),
  }[kind]
  if (kind !== 'account') return <AuthState icon={ShieldCheck} title={title} />
  return (
    <AuthState icon={ShieldCheck} title={title} hint={t('disownedAccountHint')}>
      <Link href={paths.passwordReset} state={{ email }} className={textLink}>
        {common('forgotten')}
      </Link>
    </AuthState>
  )
}

function ToLogin({ email }: { email?: string }) {
  const t = useTranslations('entrance.reset')
  return (
    <ButtonLink kind="primary" href={paths.login} state={{ email }}>
      {t('toLogin')}
    </ButtonLink>
  )
}
