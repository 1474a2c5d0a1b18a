import '../../ui/members.css'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../app/paths.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { Button } from '../../ui/button.tsx'
import { Wordmark } from '../../brand/logo.tsx'
import { Bar, Delayed, Failed } from '../../ui/states.tsx'

/**
 * A page with a text to read, for members and visitors.
 * @param load loads the text; must be the same function in each render, or the text is loaded again
 * @param loading, failed the texts that are shown while the text loads, and after a failure
 */
export function ReadingPage<Content>({
  load,
  loading,
  failed,
  aside,
  children,
}: {
  load: () => Promise<Content>
  loading: string
  failed: string
  /** Shown to the right of the wordmark. */
  aside?: ReactNode
  children: (content: Content) => ReactNode
}) {
  const t = useTranslations('reading')
  const [{ content, hasFailed = false }, , retry] = useAsyncState(load, look<Content>, {})
  return (
    <div className="mx-auto min-h-dvh max-w-176 px-4 py-6 md:py-10">
      <header className="flex items-center justify-between gap-4 print:hidden">
        <Link href={paths.home} className="inline-flex min-h-11 items-center rounded-2">
          <Wordmark />
          <span className="sr-only">{t('home')}</span>
        </Link>
        {aside}
      </header>
      <main className="mt-6 border-t-2 border-rule-ink pt-8 pb-16 print:mt-0 print:border-t-0 print:p-0">
        {hasFailed ? (
          <Failed
            title={failed}
            actions={
              <Button kind="line" onClick={retry}>
                {t('retry')}
              </Button>
            }
          >
            {t('failedHint')}
          </Failed>
        ) : content ? (
          children(content)
        ) : (
          <Delayed>
            <p role="status" className="sr-only">
              {loading}
            </p>
            {['40%', '100%', '90%', '30%', '95%', '85%'].map((width) => (
              <Bar key={width} width={width} />
            ))}
          </Delayed>
        )}
      </main>
    </div>
  )
}

type Found<Content> = { content?: Content; hasFailed?: boolean }

const look = <Content,>(load: () => Promise<Content>): Promise<Found<Content>> =>
  load().then(
    (content) => ({ content }),
    () => ({ hasFailed: true }),
  )
