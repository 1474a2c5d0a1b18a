import { type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isImeKey } from '../platform/ime-key.ts'
import { noteModal, subscribeToModals, topModal } from '../platform/modals.ts'

/**
 * Shows the native dialog while the component is mounted. A modal dialog traps the focus, and returns it on closing.
 * @param onClose unmounts the dialog; if undefined, only the buttons in the dialog close it
 * @param first the selector of the control that gets the focus, if it is not the first control
 * @param isModal whether the rest of the page is inert while the dialog is open
 * @returns the event handlers of the dialog element
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: (() => void) | undefined,
  { first, isModal = true }: { first?: string; isModal?: boolean } = {},
) {
  /** The focused element in the dialog, while the dialog changes between modal and not modal. */
  const focused = useRef<Element>(null)
  /** Whether React hides the dialog, which it does for a moment while another component is loading. */
  const isHidden = useRef(false)
  const begin = useEffectEvent((element: HTMLElement) => {
    if (first) element.querySelector<HTMLElement>(first)?.focus()
  })
  // A layout effect is cleaned up while the dialog is still on the page. Only then does closing it return the focus.
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
    // During a composition, Escape cancels the conversion and must not also close the dialog.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isImeKey(event)) event.preventDefault()
    },
    // Keeps the browser from closing the dialog, because its `close` event comes later. If the dialog was opened again
    // by then, the event would close it.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return // a file input in the dialog sends `cancel`, too
      event.preventDefault()
      onClose?.()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.currentTarget.open || isHidden.current) return
      if (onClose) onClose()
      else event.currentTarget.showModal() // on a second Esc, browsers close the dialog in any case
    },
  }
}

/** Returns the topmost modal dialog. Everything outside of it is inert. */
export const useTopModal = () => useSyncExternalStore(subscribeToModals, topModal)
