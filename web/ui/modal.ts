import { type RefObject, type SyntheticEvent, useLayoutEffect, useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function update(changed: readonly HTMLDialogElement[]) {
  open = changed
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows the platform's modal dialog for as long as it is mounted: it holds the focus, and gives it back.
 * @param onClose what unmounts it
 * @returns the element's own ways of closing
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  // Before the element leaves the page: closing it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    update([...open, element])
    return () => {
      element.close()
      update(open.filter((one) => one !== element))
    }
  }, [dialog])
  return {
    // Closed by the platform, it would tell so only later: opened again meanwhile, it would be taken for closed.
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return // of a file field within
      event.preventDefault()
      onClose()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (!event.currentTarget.open) onClose()
    },
  }
}

/** The modal dialog on top: all that is not within it is out of reach. */
export const useTopModal = () => useSyncExternalStore(subscribe, () => open.at(-1))
