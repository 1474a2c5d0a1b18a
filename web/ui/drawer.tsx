import { type ReactNode, useRef } from 'react'
import { useModal } from './modal.ts'
import { useBackCloses } from './use-back-closes.ts'

/** A modal drawer that slides in from the left on small screens. Esc or a press outside closes it. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const closing = useModal(drawer, onClose)
  useBackCloses(onClose)
  return (
    <dialog
      ref={drawer}
      aria-label={label}
      {...closing}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-76 max-w-[calc(100%-2rem)] pointer-coarse:w-85 bg-sunken p-0 text-text shadow-float backdrop:bg-scrim open:animate-from-left"
    >
      {children}
    </dialog>
  )
}
