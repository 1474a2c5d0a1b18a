import './members.css'
import './toasts.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { referenceOf } from '../lib/reference.ts'
import { useTopModal } from './modal.ts'
import { takeBack, type Toast, ToastCard } from './toast-card.tsx'
import { stayClear } from './toast-place.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/** Who is to decide or to write something down needs longer than who is only told. */
const longerLifetime = 10_000 // milliseconds
/** A failure with a button, such as an undo that can be tried again: a network needs time to come back. */
const retryLifetime = 60_000 // milliseconds

function lifetimeOf({ kind, undo, also, cause }: Toast, lifetime: number) {
  if (kind === 'error' && (undo || also)) return retryLifetime
  return undo || referenceOf(cause) ? longerLifetime : lifetime
}

/**
 * How toasts look. In the top layer, so that nothing covers them, and within a modal dialog while one is open, so that
 * they can be reached.
 * @param toasts the newest first
 * @param lifetime milliseconds
 */
export function Toasts({
  toasts,
  onDismiss,
  onNothingToUndo,
  label,
  closeLabel,
  lifetime,
}: {
  toasts: readonly Toast[]
  onDismiss: (toast: Toast) => void
  /** Says that there is nothing to undo. */
  onNothingToUndo: () => void
  label: string
  closeLabel: string
  lifetime: number
}) {
  const modal = useTopModal()
  const undone = toasts.find(({ undo }) => undo)
  useUndoKeys(undone && (() => takeBack(undone, onDismiss)), onNothingToUndo)
  const region = (
    <Region label={label} toasts={toasts}>
      {(one) => (
        <ToastCard
          key={one.id}
          toast={one}
          closeLabel={closeLabel}
          lifetime={lifetimeOf(one, lifetime)}
          onDismiss={onDismiss}
        />
      )}
    </Region>
  )
  return modal ? createPortal(region, modal) : region
}

/**
 * Holds the live regions, which are on the page before their words: a region that comes together with them is often not
 * read out (WCAG 4.1.3).
 */
function Region({
  label,
  toasts,
  children,
}: {
  label: string
  toasts: readonly Toast[]
  children: (toast: Toast) => ReactNode
}) {
  const region = useRef<HTMLElement>(null)
  const [isThere, setThere] = useState(false)
  const newest = toasts[0]?.id
  useEffect(() => {
    const popover = region.current
    // A dialog that is closed as the toast comes takes it out of the page; it stands elsewhere in a moment.
    if (!popover?.isConnected) return
    setThere(true)
    if (!popover.showPopover) return
    // Shown anew where something else has opened since: what opened last lies on top.
    if (document.querySelector(':popover-open:not(.toasts)')) popover.hidePopover()
    if (!popover.matches(':popover-open')) popover.showPopover()
    return newest === undefined ? undefined : stayClear(popover)
  }, [newest])
  const shown = isThere ? toasts : []
  const ofKind = (isError: boolean) => shown.filter(({ kind }) => (kind === 'error') === isError)
  return (
    <section
      ref={region}
      popover="manual"
      aria-label={label}
      className="toasts inset-auto top-4 m-0 flex-col gap-2 overflow-visible bg-transparent p-0 open:flex print:hidden"
    >
      {/* Errors and the others in the order in which they came, each in the region of its urgency. */}
      {(['polite', 'assertive'] as const).map((urgency) => (
        <div key={urgency} aria-live={urgency} className="contents">
          {ofKind(urgency === 'assertive').map((one) => (
            <div key={one.id} style={{ order: shown.indexOf(one) }}>
              {children(one)}
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
