import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'

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

/** Shows the platform's modal dialog for as long as it is mounted: it holds the focus, and gives it back. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
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
}

/** The modal dialog on top: all that is not within it is out of reach. */
export const useTopModal = () => useSyncExternalStore(subscribe, () => open.at(-1))
