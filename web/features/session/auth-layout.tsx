import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Dawn } from '../../brand/dawn.tsx'
import { Wordmark } from '../../brand/logo.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LanguageChoice } from './language-choice.tsx'

/**
 * Lays out the screens for signing in and up: a picture of dawn on the left, the content on the right. On small screens
 * the picture is above the content.
 */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Frame title={title}>
      <h1 className="d-26 text-balance">{title}</h1>
      {lead && <p className="mt-1 t-14 text-pretty text-text-2">{lead}</p>}
      <div className="mt-6 flex flex-col gap-4">{children}</div>
      {children && <Foot />}
    </Frame>
  )
}

/** Shows one message with buttons instead of a form. @param icon if absent, a spinner shows that a check is running */
export function AuthState({
  icon: Icon,
  title,
  hint,
  children,
}: {
  icon?: LucideIcon
  title: string
  hint?: string | undefined
  children?: ReactNode
}) {
  return (
    <Frame title={title}>
      <div className="flex flex-col items-center text-center" role="status">
        <span className="text-text-3">{Icon ? <Icon size={32} strokeWidth={1.75} aria-hidden /> : <Spinner />}</span>
        <h1 className="mt-3 d-26 text-balance">{title}</h1>
        {hint && <p className="mt-5 t-14 text-balance text-text-2">{hint}</p>}
        {children && <div className="mt-5 flex flex-wrap justify-center gap-2 *:min-h-11">{children}</div>}
      </div>
      {Icon && <Foot />}
    </Frame>
  )
}

const Foot = () => (
  <footer className="mt-8">
    <LanguageChoice />
  </footer>
)

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface lg:flex-row">
      <PageTitle>{title}</PageTitle>
      <header className="relative h-54 shrink-0 bg-sunken lg:sticky lg:top-0 lg:h-dvh lg:min-w-0 lg:flex-1 lg:border-r lg:border-rule">
        <Dawn />
        <div className="absolute top-5 left-4 lg:top-11 lg:left-12">
          <Wordmark />
        </div>
        <Words />
      </header>
      <main className="flex flex-1 flex-col justify-start bg-surface lg:w-140 lg:flex-none">
        {/* The content begins at a fixed height, so that an error only moves what is below the error. */}
        <div className="mx-auto w-full max-w-102 px-6 py-6 lg:pt-[max(1.5rem,calc(50dvh-20rem))]">{children}</div>
      </main>
    </div>
  )
}

/** Shows the names of the three parts of a report: in vertical lines if the script allows this, otherwise in rows. */
function Words() {
  const t = useTranslations('session.art')
  const language = useLocale()
  const upright = language === 'ja' || language.startsWith('zh')
  return (
    <div
      className={
        upright
          ? 'absolute top-4 right-5 vertical-words lg:top-30 lg:right-22'
          : 'absolute top-5 right-4 horizontal-words text-right lg:top-29.5 lg:right-20'
      }
    >
      <p>{t('yesterday')}</p>
      <p>{t('today')}</p>
      <p>{t('blockers')}</p>
    </div>
  )
}
