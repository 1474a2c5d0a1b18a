import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import { useModal } from './modal.ts'

/**
 * The platform's modal dialog: it holds the focus, closes on Esc and gives the focus back.
 * @param meta one line below the title
 * @param footer its buttons, below a rule
 */
export function Dialog({
  title,
  meta,
  closeLabel,
  onClose,
  children,
  footer,
}: {
  title: string
  meta?: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}) {
  const heading = useId()
  const pressedOutside = useRef(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  // The platform would begin with the close button. What is hidden is there for the browser's password store.
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>('form input:not([hidden])')?.focus(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={(event) => !event.currentTarget.open && onClose()}
      // A press that began within, as when text is selected, ends outside without closing anything.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && pressedOutside.current && onClose()}
      className="m-auto w-112 max-w-[calc(100%-2rem)] rounded-3 modal-box"
    >
      <div className="flex flex-col gap-5 p-6">
        <header className="flex items-start justify-between gap-4">
          <div className="min-w-0 pt-0.5">
            <h2 id={heading} className="t-20b">
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
