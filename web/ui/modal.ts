import { type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isImeKey } from '../lib/ime-key.ts'
import { noteModal, subscribeToModals, topModal } from '../lib/modals.ts'

/**
 * Shows the platform's dialog for as long as it is mounted. A modal one holds the focus and gives it back.
 * @param onClose unmounts it; undefined: it stays until its own buttons close it
 * @param first finds the control that it begins with, if that is not the first of all
 * @param isModal false: the page beside it stays usable
 * @returns the element's own ways of closing
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: (() => void) | undefined,
  { first, isModal = true }: { first?: string; isModal?: boolean } = {},
) {
  /** The focus within, while the dialog changes between modal and not. */
  const focused = useRef<Element>(null)
  /** React hides the dialog for a moment while something beside it is loaded. */
  const isHidden = useRef(false)
  const begin = useEffectEvent((element: HTMLElement) => {
    if (first) element.querySelector<HTMLElement>(first)?.focus()
  })
  // Before the element leaves the page: closing it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    isHidden.current = false
    if (isModal) element.showModal()
    else element.show()
    if (focused.current instanceof HTMLElement) focused.current.focus()
    else begin(element)
    const forget = isModal ? noteModal(element) : undefined
    return () => {
      focused.current = element.contains(document.activeElement) ? document.activeElement : null
      isHidden.current = true
      element.close()
      forget?.()
    }
  }, [dialog, isModal])
  return {
    // Escape drops a conversion, and must not close the dialog as well.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isImeKey(event)) event.preventDefault()
    },
    // Closed by the platform, it would tell so only later: opened again meanwhile, it would be taken for closed.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return // of a file field within
      event.preventDefault()
      onClose?.()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.currentTarget.open || isHidden.current) return
      if (onClose) onClose()
      else event.currentTarget.showModal() // a browser closes it after a second Esc whatever a page says
    },
  }
}

/** The modal dialog on top: all that is not within it is out of reach. */
export const useTopModal = () => useSyncExternalStore(subscribeToModals, topModal)
