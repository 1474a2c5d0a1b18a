import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { textLink } from '../../ui/text-link.ts'

/** A titled part of the page, with its count or its way on at the right edge. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="t-17b">{title}</h2>
        {aside && <div className="t-12 text-text-3 tabular-nums">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

/** What one of the page's two answers shows; where only this one failed, the rest of the page stands. */
export function Answered<T>({
  query,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) {
  const t = useTranslations('dashboard')
  if (query.data !== undefined) return children(query.data)
  // Offline a question waits for the network; what is not there then is not on its way.
  if (!query.isError && query.fetchStatus !== 'paused') return skeleton
  return (
    <p
      role="alert"
      className="flex flex-wrap gap-x-3 gap-y-1 rounded-2 bg-sunken px-3 py-2 t-13 text-text-2 forced-colors:border"
    >
      {t('partFailed')}
      <button type="button" className={`cursor-pointer ${textLink}`} onClick={() => void query.refetch()}>
        {t('retry')}
      </button>
    </p>
  )
}

/** A ruled list; beyond so many rows it is cut, with a way to the rest. */
export function Rows<T>({
  items,
  atMost,
  label,
  children,
}: {
  items: readonly T[]
  atMost: number
  label: string
  children: (item: T) => ReactNode
}) {
  const t = useTranslations('dashboard')
  const [all, setAll] = useState(false)
  const cut = all ? 0 : Math.max(0, items.length - atMost)
  return (
    <>
      <ul aria-label={label}>{items.slice(0, items.length - cut).map(children)}</ul>
      {cut > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-control cursor-pointer rounded-2 px-1 t-13 text-ai-text underline decoration-ai-rule underline-offset-3 hover:decoration-current"
        >
          {t('more', { count: cut })}
        </button>
      )}
    </>
  )
}
