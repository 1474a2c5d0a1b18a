import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isTabletOrWider } from '../platform/wide-screen.ts'
import { isImeKey } from '../platform/ime-key.ts'
import { useMedia } from '../hooks/use-media.ts'
import { CloseButton } from './close-button.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'
import { useModal } from './modal.ts'

/** The element after the content into which the panel is rendered, so that the panel can push the content aside. */
export const PanelContainer = createContext<HTMLElement | null>(null)

/** The width from which the panel is beside the content. On a narrower page the panel covers the content. */
const beside = '(width >= 80rem)'

const docked =
  'm-0 max-h-none max-w-none text-text outline-none backdrop:bg-scrim max-xl:md:shadow-float xl:sticky xl:top-0 xl:h-dvh xl:border-l xl:border-rule print:hidden'
const sheet =
  'max-md:top-auto max-md:h-auto max-md:max-h-[88dvh] max-md:animate-from-below max-md:rounded-t-[14px] md:w-(--panel-insight)'
const page = 'top-0 max-md:animate-from-right max-md:backdrop:bg-transparent md:w-(--panel-report)'

/** The duration of the closing animation (design: motion). */
const out = 180 // milliseconds

/** Runs the closing animation before the panel is removed from `place`. Until then the panel ignores presses. */
export async function slideOut(place: HTMLElement | null) {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : out
  const leave = (panel: Element) => {
    panel.toggleAttribute('inert', true)
    const way = panel.matches('[data-panel="insight"]') && !isTabletOrWider() ? 'translateY(1rem)' : 'translateX(1rem)'
    const timing = { duration, easing: 'ease-in', fill: 'forwards' } as const
    panel.animate?.({ opacity: 0 }, { ...timing, pseudoElement: '::backdrop' })
    return panel.animate?.({ opacity: 0, transform: way }, timing).finished
  }
  await Promise.all([...(place?.children ?? [])].map(leave))
}

type PanelProps = {
  title: string
  meta: string
  closeLabel: string
  onClose: () => void
  tone?: 'ai' | 'edit'
  narrow?: boolean
  children: ReactNode
  footer: ReactNode
}

/**
 * A side panel. From 1280 pixels on it pushes the content aside. On narrower screens it covers the content, and below
 * 768 pixels the whole screen. Esc and the close button close it. The component that opened it must take the focus
 * back.
 * @param narrow makes the panel 384 pixels wide instead of 480, and below 768 pixels a sheet at the bottom
 */
export function Panel(props: PanelProps) {
  const place = useContext(PanelContainer)
  return place && createPortal(<PanelDialog {...props} />, place)
}

/**
 * The native dialog, which is modal if it covers the page. A press on plain text focuses the dialog, so that Esc works.
 */
function PanelDialog({ title, meta, closeLabel, onClose, tone = 'ai', narrow = false, children, footer }: PanelProps) {
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  useKeyboardHeight(dialog)
  const { onKeyDown, ...closing } = useModal(dialog, onClose, { isModal: !useMedia(beside) })
  useBackCloses(onClose)
  /**
   * Returns whether the event is from this panel. Dialogs and menus rendered by its children also send their events
   * here.
   */
  const isOwn = ({ target, currentTarget }: KeyboardEvent) =>
    target instanceof Element && target.closest('dialog, [popover]') === currentTarget
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={heading}
      {...closing}
      onKeyDown={(event) => {
        onKeyDown(event)
        if (event.key !== 'Escape' || isImeKey(event) || !isOwn(event)) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onPointerDown={(event) => (pressedOutside.current = isOutside(event))}
      onClick={(event) => isOutside(event) && pressedOutside.current && onClose()}
      data-panel={narrow ? 'insight' : 'report'}
      className={`fixed right-0 bottom-(--keyboard,0px) left-auto z-(--z-panel) flex h-auto w-full flex-col bg-surface md:top-0 md:animate-from-right ${docked} ${narrow ? sheet : page} ${tone === 'edit' ? 'border-t-4 border-t-daidai xl:border-t-4 xl:border-t-daidai' : ''}`}
    >
      <header className="flex items-start justify-between gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-6">
        <div className="pt-0.5">
          <h2 id={heading} className="t-20b">
            {title}
          </h2>
          <p className="t-12 text-text-3">{meta}</p>
        </div>
        <CloseButton label={closeLabel} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-5 md:px-6">{children}</div>
      <footer className="border-t border-rule px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
        {footer}
      </footer>
    </dialog>
  )
}

/** Returns whether the press was on the backdrop, which belongs to the dialog element but is outside of its box. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, top } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientY < top)
}
