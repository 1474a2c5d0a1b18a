import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useShowMore } from '../../hooks/use-show-more.ts'
import { textLink, underlined } from '../../ui/text-link.ts'

export function DashboardPart({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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

export const NextStep = ({ why, href, way }: { why: string; href: string; way: string }) => (
  <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 t-13 text-text-2">
    {why}
    <Link href={href} className={textLink}>
      {way}
    </Link>
  </p>
)

type Rows<T> = { items: readonly T[]; atMost: number; label: string; children: (item: T) => ReactNode }

export function Rows<T>({ items, atMost, label, children }: Rows<T>) {
  const t = useTranslations('dashboard')
  const { list, shown, hidden, showAll } = useShowMore(items, atMost)
  return (
    <>
      <ul ref={list} aria-label={label}>
        {shown.map(children)}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          onClick={showAll}
          className={`min-h-control cursor-pointer rounded-2 px-1 t-13 ${underlined}`}
        >
          {t('more', { count: hidden })}
        </button>
      )}
    </>
  )
}
