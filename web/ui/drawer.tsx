import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** What slides in from the left on small screens: modal, closed by Esc, by a press on the scrim, and by `onClose`. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null)
  // Before the element leaves the page: closing it gives the focus back.
  useLayoutEffect(() => {
    const element = drawer.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={drawer}
      aria-label={label}
      onClose={(event) => !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-76 max-w-[calc(100%-2rem)] bg-sunken p-0 text-text shadow-float backdrop:bg-scrim open:animate-from-left"
    >
      {children}
    </dialog>
  )
}
