import './members.css'
import './toasts.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { referenceOf } from '../platform/error-reference.ts'
import { useTopModal } from './modal.ts'
import { undoToast, type Toast, ToastCard } from './toast-card.tsx'
import { keepToastsClear } from './toast-position.ts'
import { useUndoKeys } from './use-undo-keys.ts'

/** Toasts with an undo, or with a reference number to write down, are shown for this time. */
const longerLifetime = 10_000 // milliseconds
/**
 * Errors with a button, such as an undo that can be retried, stay for a minute, because the network may need that long.
 */
const retryLifetime = 60_000 // milliseconds

function lifetimeOf({ kind, undo, also, cause }: Toast, lifetime: number) {
  if (kind === 'error' && (undo || also)) return retryLifetime
  return undo || referenceOf(cause) ? longerLifetime : lifetime
}

/**
 * Renders toasts above everything else. While a modal dialog is open, renders them inside the dialog, because
 * everything outside of it is inert.
 * @param toasts the newest first
 * @param lifetime the time in milliseconds for which a usual toast is shown
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
  /** Called by the undo key if there is nothing to undo. */
  onNothingToUndo: () => void
  label: string
  closeLabel: string
  lifetime: number
}) {
  const modal = useTopModal()
  const undone = toasts.find(({ undo }) => undo)
  useUndoKeys(undone && (() => undoToast(undone, onDismiss)), onNothingToUndo)
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
 * Renders the live regions before their texts. Screen readers often ignore a region that appears together with its text
 * (WCAG 4.1.3).
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
    // If the toast appears while its dialog is closing, the region is about to move to another parent.
    if (!popover?.isConnected) return
    setThere(true)
    if (!popover.showPopover) return
    // If another popover was opened since, shows this one again, because the popover that was shown last is on top.
    if (document.querySelector(':popover-open:not(.toasts)')) popover.hidePopover()
    if (!popover.matches(':popover-open')) popover.showPopover()
    return newest === undefined ? undefined : keepToastsClear(popover)
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
      {/* Errors and other toasts are in two regions by urgency, but `order` sorts them as one list. */}
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
