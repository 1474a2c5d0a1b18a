import { type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { keysIn, paletteKeys } from '../../platform/keyboard-names.ts'
import type synonyms from './synonyms.json'
import { Kbd } from '../../ui/kbd.tsx'

/** A screen, tab or command with additional search words for the palette. */
export type Synonym = keyof typeof synonyms

export type Destination = { page: Synonym; label: string; href: string; icon: LucideIcon; keys: string }

export function Sidebar({
  wordmark,
  fold,
  calendar,
  destinations,
  counts,
  current,
  userMenu,
  onNavigate,
  onNear,
  onPalette,
}: {
  wordmark: ReactNode
  fold: ReactNode
  calendar: ReactNode
  destinations: Destination[]
  /** The counter beside each page, such as the number of unread comments. */
  counts: Record<string, ReactNode>
  current: string
  userMenu: ReactNode
  onNavigate: () => void
  /** Called on hover and focus of a link, to prefetch its page. */
  onNear: (page: string) => void
  onPalette: () => void
}) {
  const t = useTranslations('shell')
  const language = useLocale()
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-5">
        <div className="mb-4 flex items-center justify-between">
          <span className="flex-1">{wordmark}</span>
          {fold}
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            title={`${t('commands')} (${keysIn(language, paletteKeys)})`}
            onClick={onPalette}
            className="-my-1 -mr-1 icon-button h-control w-control"
          >
            <Search size={18} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
        {calendar}
        <nav aria-label={t('screens')} className="mt-3 border-t border-rule pt-3 pb-4">
          <ul className="flex flex-col gap-0.5">
            {destinations.map(({ page, label, href, icon: Icon, keys }) => (
              <li key={page}>
                <Link
                  href={href}
                  onClick={onNavigate}
                  onPointerEnter={() => onNear(page)}
                  onFocus={() => onNear(page)}
                  aria-current={page === current ? 'page' : undefined}
                  className={`group flex h-control items-center gap-3 rounded-2 px-2 hover:bg-hover active:bg-pressed ${page === current ? 'bg-pressed t-14b forced-colors:border' : 't-14 text-text-2'}`}
                >
                  <Icon size={18} strokeWidth={1.75} className={page === current ? 'text-ai-text' : ''} aria-hidden />
                  <span className="flex-1">{label}</span>
                  <span className="grid items-center justify-items-end *:[grid-area:1/1]">
                    <span className="opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
                      <Kbd keys={keys} />
                    </span>
                    <span className="group-hover:opacity-0 group-focus-visible:opacity-0">{counts[page]}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="border-t border-transparent px-4 pt-1 pb-4">{userMenu}</div>
    </div>
  )
}
