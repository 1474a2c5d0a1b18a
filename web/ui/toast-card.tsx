import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { lastingToasts } from '../storage/stored-switch.ts'
import { Kbd } from './kbd.tsx'
import { Reference } from './reference.tsx'
import { useHover } from './use-hover.ts'
import { useRefusalSentence } from './use-refusal-sentence.ts'
import { mainElement } from '../platform/main-element.ts'

export type ToastAction = { label: string; act: () => void }
/** The undo button of a toast, and optionally a second button. */
export type Undo = ToastAction & { also?: ToastAction | undefined }
/** The buttons of a toast. The key `Z` only presses `undo`. */
export type Offered = { undo?: ToastAction | undefined; also?: ToastAction | undefined }
/** A toast. `stays`: it is shown until the user closes it. `about`: the key of the text that it is about. */
export type Toast = Offered & {
  id: number
  kind: keyof typeof looks
  text: string
  cause?: unknown
  stays?: boolean
  about?: string
}

export function undoToast(toast: Toast, onDismiss: (toast: Toast) => void) {
  onDismiss(toast)
  toast.undo?.act()
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

/**
 * The time in milliseconds for which each toast is still shown. It does not run while the toast is being read or moves
 * into or out of a dialog.
 */
const left = new WeakMap<Toast, number>()

const way =
  'flex min-h-7 shrink-0 cursor-pointer items-center gap-2 rounded-2 px-2 t-14b text-ai-text hover:bg-hover active:bg-pressed pointer-coarse:min-h-11'

export function ToastCard({
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
  const sentence = useRefusalSentence()(toast.cause)
  const { icon: Icon, box, ink, bar } = looks[kind]
  const card = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState<EventTarget | null>(null)
  // If a toast with the focus disappears, the focus returns to the element that had it before.
  const leaving = (act: () => void) => () => {
    const place = before instanceof HTMLElement && before.isConnected ? before : mainElement()
    place?.focus({ preventScroll: true })
    act()
  }
  const [startOffset] = useState(() => (left.get(toast) ?? lifetime) - lifetime)
  const { isHovered, ...hover } = useHover()
  const [focused, setFocused] = useState(false)
  const isLasting = lastingToasts.use() || toast.stays === true
  const paused = isHovered || focused || isLasting
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
      {...hover}
      ref={card}
      data-toast
      onFocus={({ relatedTarget }) => {
        setFocused(true)
        if (relatedTarget && !card.current?.contains(relatedTarget)) setBefore(relatedTarget)
      }}
      onBlur={() => setFocused(false)}
      className={`relative flex animate-drop-in items-start gap-3 overflow-hidden rounded-3 border py-2 pr-2 pl-4 text-text shadow-float ${box}`}
    >
      <Icon size={16} strokeWidth={1.75} className={`mt-1.5 shrink-0 ${ink}`} aria-hidden />
      {/* If the text would be narrower than 10rem, the buttons move below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-end gap-x-2">
        <p className="min-w-[min(10rem,100%)] flex-1 py-1 t-14">
          {text}
          {sentence !== undefined && !text.includes(sentence) && <span className="block text-text-2">{sentence}</span>}
          <Reference of={toast.cause} />
        </p>
        <div className="flex flex-wrap justify-end empty:hidden">
          {undo && (
            <button
              type="button"
              aria-keyshortcuts="Z Control+Z"
              onClick={leaving(() => undoToast(toast, onDismiss))}
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
        </div>
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={leaving(() => onDismiss(toast))}
        className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-2 text-text-2 hover:bg-hover pointer-coarse:size-11"
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <span
        aria-hidden
        hidden={isLasting}
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
