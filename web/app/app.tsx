import { type ComponentType, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Router, useLocation } from 'wouter'
import type { Deployment } from '#contract/deployment.ts'
import type { Me } from '#contract/users.ts'
import { AuthenticationFailed, serverMessage } from '../api/errors.ts'
import { signInProviders } from '../features/session/provider-buttons.tsx'
import { DeploymentProvider } from '../entities/use-deployment.tsx'
import { ServerUnreachable } from '../features/session/server-unreachable.tsx'
import { SessionProvider, useSession } from '../features/session/session.tsx'
import { LoginScreen } from '../screens/sign-in/login.tsx'
import { addTexts } from '../platform/catalogue.ts'
import { basePath } from '../platform/base-path.ts'
import { prefersReducedData } from '../platform/prefetch.ts'
import { useWindowEvent } from '../hooks/use-subscription.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { loadToasts, toast, Toaster } from '../ui/toast.tsx'
import { storeReturnPath, paths, returnPathKey, isShellPath, safeReturnPath } from './paths.ts'

const SignUpScreen = entrance(() => import('../screens/sign-in/sign-up.tsx'))
const PasswordResetScreen = entrance(() => import('../screens/sign-in/password-reset.tsx'))
const EmailProofScreen = entrance(() => import('../screens/sign-in/email-proof.tsx'))
const NotMeScreen = entrance(() => import('../screens/sign-in/not-me.tsx'))
const InvitationScreen = entrance(() => import('../screens/sign-in/invitation.tsx'))
const LicenceScreen = entrance(() => import('../screens/licence/licence.tsx'))
const HelpScreen = entrance(() => import('../screens/help/help.tsx'))
const ProviderCallbackScreen = entrance(() => import('../screens/sign-in/provider-callback.tsx'))
const GoogleOnboardingScreen = entrance(() => import('../screens/sign-in/google-onboarding.tsx'))
const AllowScreen = entrance(async () => {
  const allow = import('../screens/sign-in/allow.tsx')
  await Promise.all([addTexts('day'), addTexts('other-screens')])
  return allow
})
const { Screen: Shell, load: loadShell } = lazyScreen(async () => {
  const shell = import('../screens/shell/shell.tsx')
  shell.then(({ prefetchFirstDay }) => prefetchFirstDay()).catch(() => undefined) // `shell` reports its own failure
  await addTexts('day')
  return shell
})
const toastLifetime = 3_000 // milliseconds
/** Prefetches the shell. If that fails, rendering the shell handles the failure. */
export function preloadShell() {
  loadShell().catch(() => undefined)
  void whenIdle().then(() => loadToasts().catch(() => undefined)) // so that a toast can report a lost network
}

/**
 * @param me the request for the member; undefined if this browser has no session
 * @param deployment the request for what this deployment offers; undefined if this browser has a session
 * @param known the result of `deployment`, if it has arrived
 */
export function App({
  me,
  deployment,
  known,
}: {
  me?: Promise<Me> | undefined
  deployment?: Promise<Deployment> | undefined
  known?: Deployment | undefined
}) {
  const t = useTranslations('common')
  useUnhandledErrors()
  return (
    <ErrorBoundary>
      <SessionProvider early={me}>
        <DeploymentProvider early={deployment} known={known}>
          <Router base={basePath}>
            <Routes />
          </Router>
        </DeploymentProvider>
      </SessionProvider>
      <Toaster
        label={t('notifications')}
        closeLabel={t('close')}
        nothingToUndo={t('nothingToUndo')}
        lifetime={toastLifetime}
      />
    </ErrorBoundary>
  )
}

/** Renders the screen of the current path (routes: S2.01 to S2.23, D2.16). */
function Routes() {
  const t = useTranslations('common')
  const session = useSession()
  const { state } = session
  const [beganWithSession] = useState(state === 'initializing')
  const [path] = useLocation()

  if (path === paths.licence) return <LicenceScreen />
  if (path === paths.help) return <HelpScreen />
  if (path === paths.emailProof) return <EmailProofScreen />
  if (path === paths.notMe) return <NotMeScreen />
  if (path === paths.passwordReset) return <PasswordResetScreen />
  const provider = signInProviders.find((way) => path === `/${way}/callback`)
  if (provider) return <ProviderCallbackScreen provider={provider} />
  if (state === 'initializing') return <FullPageSpinner label={t('checkingAuthentication')} />
  if (path === paths.invitation) return <InvitationScreen />
  if (state === 'unreachable') return <ServerUnreachable onRetry={session.retry} />
  const signedIn = state === 'signed-in'
  if (path === paths.login)
    return signedIn ? <RedirectAfterLogin /> : <LoginScreen onBegin={() => prefersReducedData() || preloadShell()} />
  if (path === paths.signUp) return signedIn ? <RedirectAfterLogin /> : <SignUpScreen />
  if (path === paths.googleOnboarding) return signedIn ? <RedirectAfterLogin /> : <GoogleOnboardingScreen />
  // A member who logs out on this page wants to return to it with another account.
  if (path === paths.allow) return signedIn ? <AllowScreen /> : <RedirectToLogin left={false} />
  if (!isShellPath(path)) return <RedirectFromUnknownPath />
  if (!signedIn) return <RedirectToLogin left={session.state === 'signed-out' && session.left} />
  const waiting = <FullPageSpinner label={t(beganWithSession ? 'checkingAuthentication' : 'loading')} />
  return <Shell takesFocus={!beganWithSession} waiting={waiting} />
}

/** Returns a screen that people reach from the login or by a link. Its code loads separately, so the login stays small. */
function entrance<Props extends object>(importScreen: () => Promise<{ default: ComponentType<Props> }>) {
  const { Screen } = lazyScreen(importScreen)
  return function EntranceScreen(props: Props) {
    const t = useTranslations('common')
    return <Screen {...props} waiting={<FullPageSpinner label={t('loading')} />} />
  }
}

/** Redirects to the login and passes on the history state. After a sign-up the state holds the email address. */
function RedirectToLogin({ left }: { left: boolean }) {
  const [path] = useLocation()
  const here = path + window.location.search + window.location.hash
  useEffect(() => {
    if (left) sessionStorage.removeItem(returnPathKey)
    // A sign-in leads to / anyway, so this path is not stored.
    else if (here !== paths.home) storeReturnPath(here)
  }, [left, here])
  return <Redirect to={paths.login} replace state={window.history.state} />
}

/** Opens the home page, and says that the address has no page (S2.23). */
function RedirectFromUnknownPath() {
  const t = useTranslations('common')
  const words = t('pageNotFound')
  useEffect(() => toast.info(words), [words])
  return <Redirect to={paths.home} replace />
}

function RedirectAfterLogin() {
  const [place] = useState(() => safeReturnPath(sessionStorage.getItem(returnPathKey)))
  useEffect(() => sessionStorage.removeItem(returnPathKey), [])
  return <Redirect to={place} replace />
}

/** Shows unhandled errors: the server's sentence, else the error's message, else a general one (S2.47, S2.48). */
function useUnhandledErrors() {
  const t = useTranslations('common')
  const showError = (error: unknown) => {
    if (error instanceof AuthenticationFailed) return // the session has already reported this
    const words = serverMessage(error) ?? (error instanceof Error && error.message ? error.message : t('error'))
    toast.error(words, error)
  }
  // Ignores resize loops: Chromium reports them as errors, although they only delay the layout by a frame.
  useWindowEvent('error', ({ message, error }) => message.startsWith('ResizeObserver') || showError(error))
  useWindowEvent('unhandledrejection', ({ reason }) => showError(reason))
}
