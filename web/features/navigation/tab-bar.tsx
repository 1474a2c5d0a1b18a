import { type LucideIcon, Menu, Pencil } from 'lucide-react'
import { createRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

/** The write button of the bar. It gets the focus back when the report panel closes. */
export const barWrite = createRef<HTMLButtonElement>()

export type BarLink = { page: string; label: string; href: string; icon: LucideIcon; count?: ReactNode }

const part =
  'flex min-h-15 min-w-13 flex-1 cursor-pointer flex-col items-center justify-center gap-1 px-0.5 t-12 text-text-2 active:bg-pressed aria-[current]:font-semibold aria-[current]:text-text'

/**
 * Shows the bar at the bottom of small screens (E5.07): day, "For me", write button, month and menu.
 * @param write the write button; absent if the member does not write reports
 */
export function TabBar({
  links: [before, after],
  current,
  write,
  isMenuOpen,
  onMenu,
}: {
  links: [before: readonly BarLink[], after: readonly BarLink[]]
  current: string
  write: { label: string; isEdit: boolean; onClick: () => void } | undefined
  isMenuOpen: boolean
  onMenu: () => void
}) {
  const t = useTranslations('shell')
  const link = ({ page, label, href, icon: Icon, count }: BarLink) => (
    <Link key={page} href={href} aria-current={page === current ? 'page' : undefined} className={part}>
      <span className="relative">
        <Icon size={20} strokeWidth={1.75} className={page === current ? 'text-ai-text' : ''} aria-hidden />
        {count && <span className="absolute -top-1.5 left-full ml-0.5 font-semibold text-ai-text">{count}</span>}
      </span>
      <span className="max-w-full truncate">{label}</span>
    </Link>
  )
  return (
    <nav
      aria-label={t('bar')}
      className="tab-bar fixed inset-x-0 bottom-0 z-(--z-fab) flex border-t border-rule bg-bg pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {before.map(link)}
      {write && (
        <span className="flex min-w-14 flex-1 items-center justify-center">
          <button
            ref={barWrite}
            type="button"
            aria-label={write.label}
            onClick={write.onClick}
            className={`grid size-12 cursor-pointer place-items-center rounded-full forced-colors:border ${write.isEdit ? 'bg-daidai text-on-daidai active:bg-daidai-pressed' : 'bg-ai text-on-ai active:bg-ai-pressed'}`}
          >
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </button>
        </span>
      )}
      {after.map(link)}
      <button type="button" aria-haspopup="dialog" aria-expanded={isMenuOpen} onClick={onMenu} className={part}>
        <Menu size={20} strokeWidth={1.75} aria-hidden />
        <span className="max-w-full truncate">{t('barMenu')}</span>
      </button>
    </nav>
  )
}
