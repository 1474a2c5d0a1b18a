import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SignInProvider } from '#contract/providers.ts'
import { Button } from '../../ui/button.tsx'
import { GitHubMark, GoogleMark } from '../../ui/brand-icons.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeployment } from './use-deployment.tsx'
import { useReason } from './form-failure.tsx'
import { goToProvider } from './queries.ts'

const providers = {
  google: { name: 'Google', Mark: GoogleMark },
  github: { name: 'GitHub', Mark: GitHubMark },
} satisfies Record<SignInProvider, unknown>

/**
 * A way in by an account elsewhere. Where its operator has not set it up it stays in its place, muted, and says so when it
 * is tried; until that is known the place is empty.
 * @param onReason told why the way there is closed, and undefined when it is tried again
 */
export function ProviderButton({
  provider,
  label,
  failure,
  onReason,
}: {
  provider: SignInProvider
  label: (name: string) => string
  failure: (name: string) => string
  onReason: (reason: string | undefined) => void
}) {
  const t = useTranslations('session')
  const reasonOf = useReason()
  const { deployment, failed } = useDeployment()
  const [leaving, setLeaving] = useState(false)
  const { name, Mark } = providers[provider]
  // Who cannot know tries: then the provider's own answer says whether it works.
  const offered = failed ?? deployment?.providers.includes(provider)

  useEffect(() => {
    // The browser's way back may show this page as it was left.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  const leave = () => {
    setLeaving(true)
    onReason(undefined)
    goToProvider(provider).catch((error: unknown) => {
      setLeaving(false)
      toast.error(failure(name))
      onReason(reasonOf(error))
    })
  }

  if (offered === false)
    return (
      <Button kind="muted" wide onClick={() => toast.info(t('notSetUp', { provider: name }))}>
        <span className="opacity-60 grayscale">
          <Mark />
        </span>
        {label(name)}
      </Button>
    )
  return (
    <div className={offered ? 'grid' : 'invisible grid'}>
      <Button
        kind="line"
        wide
        disabled={offered === undefined}
        busy={leaving ? t('leaving', { provider: name }) : undefined}
        onClick={leave}
      >
        <Mark />
        {label(name)}
      </Button>
    </div>
  )
}

/** 「またはメールアドレスで」 between two rules. */
export function Or() {
  const t = useTranslations('session.labels')
  return (
    <div className="flex items-center gap-3 t-12 text-text-3">
      <span className="h-px flex-1 bg-rule" />
      {t('or')}
      <span className="h-px flex-1 bg-rule" />
    </div>
  )
}
