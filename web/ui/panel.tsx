import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { hasRoom } from '../lib/has-room.ts'
import { useMedia } from '../lib/use-media.ts'
import { CloseButton } from './close-button.tsx'

/** Where the shell has room for a panel: after the content, so that it can push it aside. */
export const PanelPlace = createContext<HTMLElement | null>(null)

/** From here on a panel stands beside the content; below it lies over it. */
const beside = '(width >= 80rem)'

const docked = 'max-xl:md:shadow-float xl:sticky xl:top-0 xl:h-dvh xl:border-l xl:border-rule print:hidden'
const sheet = 'max-md:max-h-[88dvh] max-md:animate-from-below max-md:rounded-t-[14px] md:w-(--panel-insight)'
const page = 'top-0 max-md:animate-from-right md:w-(--panel-report)'

/** The time of the way out (design: motion). */
const out = 180 // milliseconds

/** Keeps everything but the panel out of reach while it lies over the page. */
function useRestInert(panel: RefObject<HTMLElement | null>, over: boolean) {
  useEffect(() => {
    const place = panel.current?.parentElement
    if (!over || !place) return
    const rest = [...(place.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement => element instanceof HTMLElement && element !== place && !element.inert,
    )
    for (const element of rest) element.inert = true
    document.documentElement.classList.add('overflow-hidden')
    return () => {
      for (const element of rest) element.inert = false
      document.documentElement.classList.remove('overflow-hidden')
    }
  }, [panel, over])
}

/** The way out, before the panel is taken from `place`: until it is gone nothing in it can be pressed again. */
export async function slideOut(place: HTMLElement | null) {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : out
  const leave = (part: Element) => {
    part.toggleAttribute('inert', true)
    const way = part.matches('[data-sheet]') && !hasRoom() ? 'translateY(1rem)' : 'translateX(1rem)'
    const to = { opacity: 0, ...(part.matches('section') ? { transform: way } : {}) }
    return part.animate?.(to, { duration, easing: 'ease-in', fill: 'forwards' }).finished
  }
  await Promise.all([...(place?.children ?? [])].map(leave))
}

/**
 * A side panel: from 1280 pixels it pushes the content, below it lies over it, under 768 it fills the screen.
 * `narrow` is 384 wide instead of 480, and under 768 a sheet from below, over the page.
 * Esc and its close button close it; whoever opens it takes the focus back.
 */
export function Panel({
  title,
  meta,
  closeLabel,
  onClose,
  tone = 'ai',
  narrow = false,
  children,
  footer,
}: {
  title: string
  meta: string
  closeLabel: string
  onClose: () => void
  tone?: 'ai' | 'edit'
  narrow?: boolean
  children: ReactNode
  footer: ReactNode
}) {
  const place = useContext(PanelPlace)
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const over = !useMedia(beside)
  useRestInert(panel, over)
  if (!place) return null

  const content = (
    <>
      {over && (
        <div
          className={`fixed inset-0 z-(--z-panel) animate-appear bg-scrim ${narrow ? '' : 'max-md:hidden'}`}
          onClick={onClose}
          aria-hidden
        />
      )}
      <section
        ref={panel}
        role={over ? 'dialog' : 'complementary'}
        aria-modal={over || undefined}
        aria-labelledby={heading}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        data-sheet={narrow || undefined}
        className={`fixed right-0 bottom-0 z-(--z-panel) flex w-full flex-col bg-surface md:top-0 md:animate-from-right ${docked} ${narrow ? sheet : page} ${tone === 'edit' ? 'border-t-4 border-t-daidai xl:border-t-4 xl:border-t-daidai' : ''}`}
      >
        <header className="flex items-start justify-between gap-4 px-4 pt-4 md:px-6 md:pt-6">
          <div className="pt-0.5">
            <h2 id={heading} className="t-20b">
              {title}
            </h2>
            <p className="t-12 text-text-3">{meta}</p>
          </div>
          <CloseButton label={closeLabel} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-6">{children}</div>
        <footer className="border-t border-rule px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
          {footer}
        </footer>
      </section>
    </>
  )
  return createPortal(content, place)
}
