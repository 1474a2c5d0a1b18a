import { type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isImeKey } from '../platform/ime-key.ts'
import { noteModal, subscribeToModals, topModal } from '../platform/modals.ts'

/**
 * Shows the native dialog while the component is mounted. A modal dialog traps the focus and returns it.
 * @param onClose unmounts the dialog; undefined: only its own buttons close it
 * @param first the selector of the control that gets the focus, if it is not the first one
 * @param isModal false: the page beside the dialog stays usable
 * @returns the event handlers of the dialog element
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: (() => void) | undefined,
  { first, isModal = true }: { first?: string; isModal?: boolean } = {},
) {
  /** The focused element inside, while the dialog switches between modal and non-modal. */
  const focused = useRef<Element>(null)
  /** React hides the dialog for a moment while something beside it is loading. */
  const isHidden = useRef(false)
  const begin = useEffectEvent((element: HTMLElement) => {
    if (first) element.querySelector<HTMLElement>(first)?.focus()
  })
  // A layout effect runs before the element leaves the page. Closing the dialog then returns the focus.
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
    // Prevents the native closing, which fires `close` later. A dialog opened again in between would be taken for
    // closed.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return // from a file input inside
      event.preventDefault()
      onClose?.()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.currentTarget.open || isHidden.current) return
      if (onClose) onClose()
      else event.currentTarget.showModal() // browsers close the dialog on a second Esc and ignore the page
    },
  }
}

/** Returns the topmost modal dialog. Everything outside it is inert. */
export const useTopModal = () => useSyncExternalStore(subscribeToModals, topModal)
