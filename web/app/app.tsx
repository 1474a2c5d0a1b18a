import { lazy, Suspense, use, useEffect, useMemo, useState } from 'react'
import { IntlProvider, useLocale, useMessages, useTranslations } from 'use-intl'
import { Redirect, useLocation } from 'wouter'
import { limits } from '#contract/limits.ts'
import { AuthenticationFailed, serverMessage } from '../api/errors.ts'
import { ServerAway } from '../features/session/server-away.tsx'
import { SessionProvider, useSession } from '../features/session/session.tsx'
import { LoginScreen } from '../screens/login.tsx'
import { currentLanguage } from '../lib/language.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { toast, Toaster } from '../ui/toast.tsx'
import { loadMembersCatalogue } from './catalogue.ts'
import { paths, shellPaths } from './paths.ts'

const SignUpScreen = lazy(() => import('../screens/sign-up.tsx'))
const PasswordResetScreen = lazy(() => import('../screens/password-reset.tsx'))
const EmailProofScreen = lazy(() => import('../screens/email-proof.tsx'))
const InvitationScreen = lazy(() => import('../screens/invitation.tsx'))
const LicenceScreen = lazy(() => import('../screens/licence.tsx'))
const loadShell = () => import('../screens/shell.tsx')
/** Asked for before it is shown; where that fails, showing it meets the failure. */
export function preloadShell() {
  loadShell().catch(() => undefined)
  loadMembersCatalogue(currentLanguage()).catch(() => undefined)
}
const Shell = lazy(loadShell)

export function App() {
  const t = useTranslations('common')
  useUnhandledErrors()
  return (
    <ErrorBoundary>
      <SessionProvider>
        <Suspense fallback={<FullPageSpinner label={t('loading')} />}>
          <Routes />
        </Suspense>
      </SessionProvider>
      <Toaster label={t('notifications')} closeLabel={t('close')} lifetime={limits.toast} />
    </ErrorBoundary>
  )
}

/** The route table of the specification's section 2. */
function Routes() {
  const t = useTranslations('common')
  const session = useSession()
  const [path] = useLocation()

  if (path === paths.licence) return <LicenceScreen />
  if (path === paths.emailProof) return <EmailProofScreen />
  if (path === paths.passwordReset) return <PasswordResetScreen />
  if (session.state === 'initializing') return <FullPageSpinner label={t('checkingAuthentication')} />
  if (path === paths.invitation) return <InvitationScreen />
  if (session.state === 'unreachable') return <ServerAway onRetry={session.retry} />
  const signedIn = session.state === 'signed-in'
  if (path === paths.login) return signedIn ? <AfterLogin /> : <LoginScreen onBegin={preloadShell} />
  if (path === paths.signUp) return signedIn ? <Redirect to={paths.home} replace /> : <SignUpScreen />
  if (!shellPaths.includes(path)) return <Redirect to={paths.home} replace />
  return signedIn ? <MembersArea /> : <ToLogin ended={session.ended} />
}

/** The shell, with its texts beside the visitor's. */
function MembersArea() {
  const language = useLocale()
  const visitors = useMessages()
  const added = use(loadMembersCatalogue(language))
  const messages = useMemo(() => ({ ...visitors, ...added }), [visitors, added])
  return (
    <IntlProvider locale={language} messages={messages}>
      <Shell />
    </IntlProvider>
  )
}

/** Where a session ended, for this tab only. */
const returnKey = 'asakai_return'

/** Passes the state of the history on: in it stands the e-mail of somebody who has just signed up. */
function ToLogin({ ended }: { ended: boolean }) {
  const here = window.location.pathname + window.location.search
  useEffect(() => {
    if (ended) sessionStorage.setItem(returnKey, here)
  }, [ended, here])
  return <Redirect to={paths.login} replace state={window.history.state} />
}

/** To /, or back to where the session ended. */
function AfterLogin() {
  const [place] = useState(() => sessionStorage.getItem(returnKey) ?? paths.home)
  useEffect(() => sessionStorage.removeItem(returnKey), [])
  return <Redirect to={place} replace />
}

/** Errors that nothing else showed: the server's sentence, else the error's, else a general one (specification 2). */
function useUnhandledErrors() {
  const t = useTranslations('common')
  useEffect(() => {
    const tell = (error: unknown) => {
      if (error instanceof AuthenticationFailed) return // the session has said so
      toast.error(serverMessage(error) ?? (error instanceof Error && error.message ? error.message : t('error')))
    }
    const onError = (event: ErrorEvent) => {
      // Chromium reports a layout that takes one more frame as an error.
      if (!event.message.startsWith('ResizeObserver')) tell(event.error)
    }
    const onRejection = (event: PromiseRejectionEvent) => tell(event.reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [t])
}
