import './members.css'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { referenceOf } from '../lib/reference.ts'
import { Kbd } from './kbd.tsx'
import { useTopModal } from './modal.ts'
import { Reference } from './reference.tsx'
import { keepClear } from './toast-place.ts'
import { useUndoKeys } from './use-undo-keys.ts'

export type Way = { label: string; act: () => void }
/** A way back, offered while the toast is shown, and besides a way on. */
export type Undo = Way & { also?: Way | undefined }
/** What the buttons of a toast do. `Z` presses `undo` alone. */
export type Offered = { undo?: Way | undefined; also?: Way | undefined }
export type Toast = Offered & { id: number; kind: keyof typeof looks; text: string; cause?: unknown }

function takeBack(toast: Toast, onDismiss: (toast: Toast) => void) {
  onDismiss(toast)
  toast.undo?.act()
}

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
  label,
  closeLabel,
  lifetime,
}: {
  toasts: readonly Toast[]
  onDismiss: (toast: Toast) => void
  label: string
  closeLabel: string
  lifetime: number
}) {
  const region = useRef<HTMLElement>(null)
  const modal = useTopModal()
  const newest = toasts[0]?.id
  const undone = toasts.find(({ undo }) => undo)
  useUndoKeys(undone && (() => takeBack(undone, onDismiss)))
  useEffect(() => {
    const popover = region.current
    // A dialog that is closed as the toast comes takes it out of the page; it stands elsewhere in a moment.
    if (!popover?.isConnected || !popover.showPopover) return
    // Shown anew with every toast: what opened last lies on top.
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (newest !== undefined) popover.showPopover()
    keepClear(popover)
  }, [newest, modal])
  const toaster = (
    <section
      ref={region}
      popover="manual"
      aria-label={label}
      className="inset-auto top-4 right-4 m-0 overflow-visible w-[calc(100%-2rem)] bg-transparent p-0 md:w-90 print:hidden"
    >
      <div className="flex flex-col gap-2">
        {toasts.map((one) => (
          <ToastCard
            key={one.id}
            toast={one}
            closeLabel={closeLabel}
            lifetime={lifetimeOf(one, lifetime)}
            onDismiss={onDismiss}
          />
        ))}
      </div>
    </section>
  )
  return modal ? createPortal(toaster, modal) : toaster
}

const looks = {
  success: {
    icon: CircleCheck,
    box: 'border-success-rule bg-success-soft',
    ink: 'text-success-text',
    bar: 'bg-success-solid',
  },
  error: { icon: CircleAlert, box: 'border-error-rule bg-error-soft', ink: 'text-error-text', bar: 'bg-error-solid' },
  info: { icon: Info, box: 'border-info-rule bg-info-soft', ink: 'text-info-text', bar: 'bg-info-solid' },
} as const

/** Milliseconds that a toast still has, kept while somebody reads it and while it moves into a dialog or out of one. */
const left = new WeakMap<Toast, number>()

const way =
  'flex min-h-7 shrink-0 cursor-pointer items-center gap-2 rounded-2 px-2 t-14b text-ai-text hover:bg-hover active:bg-pressed pointer-coarse:min-h-11'

function ToastCard({
  toast,
  closeLabel,
  lifetime,
  onDismiss,
}: {
  toast: Toast
  closeLabel: string
  lifetime: number
  onDismiss: (toast: Toast) => void
}) {
  const { kind, text, undo, also } = toast
  const { icon: Icon, box, ink, bar } = looks[kind]
  // What goes away under the focus must not take it along.
  const leaving = (act: () => void) => () => {
    document.querySelector('main')?.focus()
    act()
  }
  const [startOffset] = useState(() => (left.get(toast) ?? lifetime) - lifetime)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  useEffect(() => {
    if (paused) return
    const since = performance.now()
    const all = left.get(toast) ?? lifetime
    const timer = setTimeout(() => onDismiss(toast), all)
    return () => {
      clearTimeout(timer)
      left.set(toast, all - (performance.now() - since))
    }
  }, [paused, toast, lifetime, onDismiss])
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={`relative flex animate-drop-in items-start gap-3 overflow-hidden rounded-3 border py-2 pr-2 pl-4 text-text shadow-float ${box}`}
    >
      <Icon size={16} strokeWidth={1.75} className={`mt-1.5 shrink-0 ${ink}`} aria-hidden />
      <p className="min-w-0 flex-1 py-1 t-14">
        {text}
        <Reference of={toast.cause} />
      </p>
      {undo && (
        <button
          type="button"
          aria-keyshortcuts="Z Control+Z"
          onClick={leaving(() => takeBack(toast, onDismiss))}
          className={way}
        >
          {undo.label}
          <Kbd keys="Z" />
        </button>
      )}
      {also && (
        <button
          type="button"
          onClick={leaving(() => {
            onDismiss(toast)
            also.act()
          })}
          className={way}
        >
          {also.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={undo || also ? leaving(() => onDismiss(toast)) : () => onDismiss(toast)}
        className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-2 text-text-2 hover:bg-hover pointer-coarse:size-11"
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <span
        aria-hidden
        className={`absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-out ${bar}`}
        style={{
          animationDuration: `${lifetime}ms`,
          animationDelay: `${startOffset}ms`,
          animationPlayState: paused ? 'paused' : 'running',
        }}
      />
    </div>
  )
}
