import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Load } from './load.ts'
import { PageTitle } from './page-title.tsx'
import { ScreenAnnouncesLoading, Stale } from './loaded.tsx'
import { Delayed } from './states.tsx'

const looks = {
  page: '@container pt-5 md:px-8 xl:px-10 print:p-0',
  tabs: 'pt-6 md:px-10',
} as const

/** A screen inside the shell. Shows its title in the tab and on the page, and the loading state of its data. */
export function Screen({
  look = 'page',
  title,
  help,
  above,
  lead,
  aside,
  ruled = false,
  below,
  load,
  notes,
  children,
}: {
  look?: keyof typeof looks
  title: string
  help?: ReactNode
  above?: ReactNode
  lead?: ReactNode
  /** Shown to the right of the title. */
  aside?: ReactNode
  /** Whether there is a line below the head. */
  ruled?: boolean
  /** Shown between the head and the notes. */
  below?: ReactNode
  /** The data that the whole screen waits for. Parts that load independently show their own state. */
  load?: Load<unknown>
  notes?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      aria-busy={load?.isReading}
      className={`mx-auto w-full max-w-(--content) px-4 pb-36 md:pt-8 md:pb-24 ${looks[look]}`}
    >
      <PageTitle>{title}</PageTitle>
      <header
        className={`relative flex flex-wrap items-end justify-between gap-x-8 gap-y-3 ${ruled ? 'border-b-2 border-rule-ink pb-5' : ''}`}
      >
        <div className="min-w-0">
          {above}
          <div className="flex items-center gap-1">
            <h1 className="d-26 text-balance">{title}</h1>
            {help}
          </div>
          {lead}
        </div>
        {aside}
        {load?.isReading && <Reading isInside={ruled} />}
      </header>
      {below}
      <div className="mt-4 flex flex-col gap-2 empty:hidden print:hidden">
        {load && <Stale load={load} />}
        {notes}
      </div>
      <ScreenAnnouncesLoading value={load !== undefined}>{children}</ScreenAnnouncesLoading>
    </div>
  )
}

/**
 * Says that the screen is loading. Takes no space, because otherwise the head would move when the screen is loaded.
 * @param isInside whether the text is above the line of the head, not below the head
 */
function Reading({ isInside }: { isInside: boolean }) {
  const t = useTranslations('common')
  return (
    <Delayed>
      <p role="status" className={`absolute left-0 t-13 text-text-2 ${isInside ? 'bottom-0' : 'top-full'}`}>
        {t('loading')}
      </p>
    </Delayed>
  )
}
