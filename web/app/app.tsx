import { lazy, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation } from 'wouter'
import { limits } from '#contract/limits.ts'
import { serverMessage } from '../api/errors.ts'
import { SessionProvider, useSession } from '../features/session/session.tsx'
import { LoginScreen } from '../screens/login.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { toast, Toaster } from '../ui/toast.tsx'
import { paths, shellPaths } from './paths.ts'

const SignUpScreen = lazy(() => import('../screens/sign-up.tsx'))
const PasswordResetScreen = lazy(() => import('../screens/password-reset.tsx'))
const EmailProofScreen = lazy(() => import('../screens/email-proof.tsx'))
const LicenceScreen = lazy(() => import('../screens/licence.tsx'))
const Shell = lazy(() => import('../screens/shell.tsx'))

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
  const { state } = useSession()
  const [path] = useLocation()

  if (path === paths.licence) return <LicenceScreen />
  if (path === paths.emailProof) return <EmailProofScreen />
  if (path === paths.passwordReset) return <PasswordResetScreen />
  if (state === 'initializing') return <FullPageSpinner label={t('checkingAuthentication')} />
  if (path === paths.login) return state === 'signed-in' ? <Redirect to={returnPath()} replace /> : <LoginScreen />
  if (path === paths.signUp) return state === 'signed-in' ? <Redirect to={paths.home} replace /> : <SignUpScreen />
  if (!shellPaths.includes(path)) return <Redirect to={paths.home} replace />
  if (state === 'signed-in') return <Shell />
  return <ToLogin />
}

const returnKey = 'asakai_return'

/** Where a session ended, the member comes back to after signing in; nothing but our own paths, for this tab only. */
function returnPath() {
  const place = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return place ?? paths.home
}

function ToLogin() {
  sessionStorage.setItem(returnKey, window.location.pathname + window.location.search)
  return <Redirect to={paths.login} replace />
}

/** Errors that nothing else showed: the server's sentence, else the error's, else a general one (specification 2). */
function useUnhandledErrors() {
  const t = useTranslations('common')
  useEffect(() => {
    const tell = (error: unknown) =>
      toast.error(serverMessage(error) ?? (error instanceof Error && error.message ? error.message : t('error')))
    const onError = (event: ErrorEvent) => tell(event.error)
    const onRejection = (event: PromiseRejectionEvent) => tell(event.reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [t])
}
