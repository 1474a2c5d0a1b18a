import { Menu, PanelLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../../storage/local-storage.ts'
import { keepFocus } from '../../platform/keep-focus.ts'
import { useMedia } from '../../hooks/use-media.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { LogoMark } from '../../brand/logo.tsx'
import { PanelContainer } from '../../ui/panel.tsx'
import { mainElement } from '../../platform/main-element.ts'

/** The width below which the sidebar is a drawer (S9.08). */
const small = '(width < 48rem)'
const foldedKey = 'asakai_sidebar_folded'

/** Arranges sidebar, content and panel side by side. On small screens the sidebar is a drawer below a top bar. */
export function Frame({
  title,
  sidebar,
  bar,
  children,
}: {
  /** The text of the top bar on small screens. */
  title: string
  /** @param fold the button that hides or pins the sidebar; small screens have none */
  sidebar: (closeDrawer: () => void, fold: ReactNode) => ReactNode
  /** Renders the bar at the bottom of small screens, which opens the drawer. */
  bar: (menu: { isOpen: boolean; onOpen: () => void }) => ReactNode
  children: ReactNode
}) {
  const t = useTranslations('shell')
  const isSmall = useMedia(small)
  const [isFolded, setIsFolded] = useState(() => readStored(foldedKey, (stored) => stored) === 'yes')
  const drawn = isSmall || isFolded
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [panelPlace, setPanelPlace] = useState<HTMLElement | null>(null)
  const closeDrawer = () => setDrawerOpen(false)
  if (!drawn && drawerOpen) closeDrawer()
  const turn = () => {
    writeStored(foldedKey, isFolded ? 'no' : 'yes')
    setIsFolded(!isFolded)
    // The pressed button disappears with the sidebar, so focus the main content.
    mainElement()?.focus()
  }
  const foldLabel = t(isFolded ? 'unfoldSidebar' : 'foldSidebar')
  const fold = !isSmall && (
    <button type="button" title={foldLabel} onClick={turn} className="-my-1 icon-button h-control w-control">
      <PanelLeft size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
  return (
    <PanelContainer value={panelPlace}>
      <a
        href="#content"
        className="absolute top-2 left-2 z-(--z-toast) -translate-y-20 rounded-2 bg-surface px-4 py-2 text-ai-text shadow-float focus:translate-y-0 print:hidden"
      >
        {t('skipToContent')}
      </a>
      <div className="flex min-h-dvh print:block print:min-h-0">
        {!drawn && (
          <aside
            aria-label={t('sidebar')}
            className="sticky top-0 z-(--z-sidebar) h-dvh w-(--sidebar) shrink-0 border-r border-rule bg-sunken print:hidden"
          >
            {sidebar(closeDrawer, fold)}
          </aside>
        )}
        {drawn && drawerOpen && (
          <Drawer label={t('sidebar')} onClose={closeDrawer}>
            {sidebar(closeDrawer, fold)}
          </Drawer>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {drawn && (
            <header
              data-app-bar
              className="sticky top-0 z-(--z-sidebar) flex h-14 items-center gap-2 border-b border-rule bg-bg px-2 print:hidden"
            >
              <button
                type="button"
                aria-label={t('openMenu')}
                aria-haspopup="dialog"
                aria-expanded={drawerOpen}
                onClick={() => setDrawerOpen(true)}
                className="icon-button size-11"
              >
                <Menu size={20} strokeWidth={1.75} aria-hidden />
              </button>
              <span className="flex-1 truncate t-14b">{title}</span>
              <span className="mr-2">
                <LogoMark />
              </span>
            </header>
          )}
          <main ref={keepFocus} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            {children}
          </main>
          {isSmall && bar({ isOpen: drawerOpen, onOpen: () => setDrawerOpen(true) })}
        </div>
        <div ref={setPanelPlace} className="contents" />
      </div>
    </PanelContainer>
  )
}
