import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { GitHubMark, GoogleMark } from '../../ui/brand-icons.tsx'
import { toast } from '../../ui/toast.tsx'

const providers = {
  google: { name: 'Google', Mark: GoogleMark },
  github: { name: 'GitHub', Mark: GitHubMark },
} as const

/** A way in that its operator has not set up: it stays in its place, muted, and says so when it is tried. */
export function ProviderButton({
  provider,
  label,
}: {
  provider: keyof typeof providers
  label: (name: string) => ReactNode
}) {
  const t = useTranslations('session')
  const { name, Mark } = providers[provider]
  return (
    <Button kind="muted" wide onClick={() => toast.info(t('notSetUp', { provider: name }))}>
      <span className="opacity-60 grayscale">
        <Mark />
      </span>
      {label(name)}
    </Button>
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
