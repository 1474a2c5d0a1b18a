import { MailX, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '../../app/paths.ts'
import { AuthLayout, AuthState } from '../../features/session/auth-layout.tsx'
import { RetryState } from '../../features/session/retry-state.tsx'
import { StayingChanges, UnrecognizedChanges } from '../../features/session/unrecognized-changes.tsx'
import { type UndoChangesState, useUndoChanges } from '../../features/session/use-undo-changes.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LoginButton } from './login-button.tsx'

/**
 * The page of the link in an email about a change of the account. One button undoes the changes from the first one that
 * the person does not recognise (E1.11).
 */
export default function NotMeScreen() {
  const t = useTranslations('entrance.notMe')
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const { state, take, choose, retry } = useUndoChanges(search.get('token'), (token) =>
    go(`${paths.passwordReset}?${new URLSearchParams({ token })}`, { replace: true }),
  )
  if (state.is === 'checking') return <AuthState title={t('checking')} />
  if (state.is === 'invalid' || state.is === 'taken')
    return (
      <AuthState icon={state.is === 'taken' ? ShieldAlert : MailX} title={t(state.is)} hint={t(`${state.is}Hint`)}>
        <LoginButton />
      </AuthState>
    )
  if (state.is !== 'open') return <RetryState title={t('unread')} label={t('retry')} onRetry={retry} />
  return <Question state={state} onTake={take} onChoose={choose} />
}

type Question = {
  state: Extract<UndoChangesState, { is: 'open' }>
  onTake: (from?: string) => void
  onChoose: (from: string) => void
}

function Question({ state: { found, chosen, busy = false, cause }, onTake, onChoose }: Question) {
  const t = useTranslations('entrance.notMe')
  const [first, setFirst] = useState(0)
  const undone = found.changes.filter(({ is_undone }) => is_undone)
  const reported = undone.findIndex(({ at }) => at >= found.alerted_at)
  const choices = reported < 0 ? undone.length : reported + 1
  return (
    <AuthLayout title={t('title')} lead={t('lead')}>
      <UnrecognizedChanges
        undone={undone}
        chosen={chosen?.changes}
        choices={choices}
        first={first}
        busy={busy}
        onFirst={(next) => {
          setFirst(next)
          onChoose(undone[next]!.at)
        }}
      />
      <StayingChanges changes={found.changes.filter(({ is_undone }) => !is_undone)} membersHref={paths.team} />
      <FormFailure failure={cause === undefined ? undefined : t('failed')} cause={cause} />
      <Button
        kind="primary"
        wide
        busy={busy ? t('busy') : undefined}
        onClick={() => onTake(first === 0 ? undefined : undone[first]?.at)}
      >
        {t('button')}
      </Button>
    </AuthLayout>
  )
}
