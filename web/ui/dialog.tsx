import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import { useModal } from './modal.ts'
import { useBackCloses } from './use-back-closes.ts'

const looks = {
  middle: { place: 'm-auto w-112 max-w-[calc(100%-2rem)] rounded-3', inner: 'gap-5 p-6', title: 't-20b' },
  below: {
    place:
      'max-md:mt-auto max-md:w-full max-md:max-w-none max-md:rounded-t-[14px] max-md:pb-[env(safe-area-inset-bottom)] max-md:open:animate-from-below md:dialog-below md:w-90 md:rounded-3 md:border md:border-rule md:backdrop:bg-transparent',
    inner: 'gap-4 p-4 pb-6 md:p-5',
    title: 't-17b',
  },
  sheet: {
    place:
      'm-auto w-112 max-w-[calc(100%-2rem)] rounded-3 max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:rounded-t-[14px] max-md:pb-[env(safe-area-inset-bottom)] max-md:open:animate-from-below',
    inner: 'gap-5 p-4 md:p-6',
    title: 't-20b',
  },
}

/**
 * The field that gets the focus first, because browsers would focus the close button. Skips fields for password
 * managers.
 */
const firstField =
  'form input:not([hidden], [type="radio"]:not(:checked)), form textarea:not([hidden]), [role="combobox"]'

/**
 * The native modal dialog. It traps the focus, closes on Esc, and returns the focus when it closes.
 * @param below the element below which the dialog appears on large screens; without it the dialog is centred
 * @param sheet whether the dialog is a sheet at the bottom of small screens
 * @param back returns to the previous content of the dialog, if there is one
 * @param meta one line below the title
 * @param isHeld whether the dialog holds text that would be lost; then neither Esc nor a press outside closes it
 * @param footer buttons below a rule
 */
export function Dialog({
  title,
  meta,
  closeLabel,
  below,
  sheet = false,
  back,
  isHeld = false,
  onClose,
  children,
  footer,
}: {
  title: string
  meta?: string
  closeLabel: string
  below?: HTMLElement | null
  sheet?: boolean
  back?: { label: string; onBack: () => void }
  isHeld?: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}) {
  const heading = useId()
  const pressedOutside = useRef(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const closing = useModal(dialog, isHeld ? undefined : onClose, { first: firstField })
  useBackCloses(isHeld ? undefined : onClose)
  useLayoutEffect(() => {
    below?.style.setProperty('anchor-name', '--dialog')
    return () => void below?.style.removeProperty('anchor-name')
  }, [below])
  const look = looks[below ? 'below' : sheet ? 'sheet' : 'middle']
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      {...closing}
      // A press that begins inside and ends outside, such as a selection of text, must not close the dialog.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && pressedOutside.current && !isHeld && onClose()}
      className={`modal-box ${look.place}`}
    >
      <div className={`flex flex-col ${look.inner}`}>
        <header className="flex items-start justify-between gap-4">
          {back && (
            <button
              type="button"
              aria-label={back.label}
              onClick={back.onBack}
              className="-mt-1 -mr-2 -ml-2 icon-button h-control w-control shrink-0"
            >
              <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
            </button>
          )}
          <div className="min-w-0 grow pt-0.5">
            <h2 id={heading} className={look.title}>
              {title}
            </h2>
            {meta && <p className="t-12 text-text-3">{meta}</p>}
          </div>
          <CloseButton label={closeLabel} className="-mt-1 -mr-2 shrink-0" onClick={onClose} />
        </header>
        {children}
      </div>
      {footer && <footer className="border-t border-rule px-6 py-3">{footer}</footer>}
    </dialog>
  )
}
