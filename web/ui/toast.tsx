import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isTyping, useSingleKeys } from '../lib/shortcuts.ts'
import { Kbd } from './kbd.tsx'
import { useTopModal } from './modal.ts'
import { keepClear } from './toast-place.ts'

type Kind = 'success' | 'error' | 'info'
/** A way back, offered while the toast is shown. */
type Undo = { label: string; act: () => void }
type Toast = { id: number; kind: Kind; text: string; undo?: Undo | undefined }

const most = 3
/** Who is to decide needs longer than who is only told. */
const undoLifetime = 10_000 // milliseconds
let toasts: readonly Toast[] = []
let nextId = 0
const listeners = new Set<() => void>()

function update(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}
const dismiss = (id: number) => update(toasts.filter((one) => one.id !== id))
/** The newest on top; the same sentence again starts anew instead of standing twice. */
const show = (kind: Kind) => (text: string, undo?: Undo) => {
  // Two that can be undone are two things that were done.
  const others = toasts.filter((one) => undo !== undefined || one.text !== text)
  update([{ id: nextId++, kind, text, undo }, ...others].slice(0, most))
}

/** A short message, top right, that goes away by itself (S2.101 to S2.103). With a way back it stays longer. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

function takeBack({ id, undo }: Toast) {
  dismiss(id)
  undo?.act()
}

/** What one member did is not for the next one to take back. */
export const withdrawUndos = () => update(toasts.filter(({ undo }) => !undo))

/** Z and Ctrl+Z take the newest back while it is shown; in a field Ctrl+Z stays the field's own. */
function useUndoKeys() {
  const singleKeys = useSingleKeys()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.altKey || event.shiftKey || event.isComposing) return
      if (event.defaultPrevented || isTyping(event.target)) return
      if (!singleKeys && !event.ctrlKey && !event.metaKey) return
      const newest = toasts.find(({ undo }) => undo)
      if (!newest) return
      event.preventDefault()
      takeBack(newest)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [singleKeys])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Where toasts appear; once, at the root. In the top layer, so that nothing covers them, and within a modal dialog while one
 * is open, so that they can be reached.
 * @param lifetime milliseconds
 */
export function Toaster({ label, closeLabel, lifetime }: { label: string; closeLabel: string; lifetime: number }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const region = useRef<HTMLElement>(null)
  const modal = useTopModal()
  const newest = shown[0]?.id
  useUndoKeys()
  useEffect(() => () => update([]), [])
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
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} closeLabel={closeLabel} lifetime={one.undo ? undoLifetime : lifetime} />
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

function ToastCard({ toast: shown, closeLabel, lifetime }: { toast: Toast; closeLabel: string; lifetime: number }) {
  const { id, kind, text, undo } = shown
  const { icon: Icon, box, ink, bar } = looks[kind]
  // What goes away under the focus must not take it along.
  const leaving = (act: () => void) => () => {
    document.querySelector('main')?.focus()
    act()
  }
  const [startOffset] = useState(() => (left.get(shown) ?? lifetime) - lifetime)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  useEffect(() => {
    if (paused) return
    const since = performance.now()
    const all = left.get(shown) ?? lifetime
    const timer = setTimeout(() => dismiss(id), all)
    return () => {
      clearTimeout(timer)
      left.set(shown, all - (performance.now() - since))
    }
  }, [paused, id, shown, lifetime])
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
      <p className="min-w-0 flex-1 py-1 t-14">{text}</p>
      {undo && (
        <button
          type="button"
          aria-keyshortcuts="Z Control+Z"
          onClick={leaving(() => takeBack(shown))}
          className="flex min-h-7 shrink-0 cursor-pointer items-center gap-2 rounded-2 px-2 t-14b text-ai-text hover:bg-hover active:bg-pressed pointer-coarse:min-h-11"
        >
          {undo.label}
          <Kbd keys="Z" />
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={undo ? leaving(() => dismiss(id)) : () => dismiss(id)}
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
