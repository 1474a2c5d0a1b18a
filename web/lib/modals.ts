let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function update(changed: readonly HTMLDialogElement[]) {
  open = changed
  for (const listener of listeners) listener()
}

/** Notes that a modal dialog is open, until the returned function is called. */
export function noteModal(dialog: HTMLDialogElement): () => void {
  update([...open, dialog])
  return () => update(open.filter((one) => one !== dialog))
}

/** Returns the modal dialog on top: everything outside it is inert. */
export const topModal = () => open.at(-1)

export function subscribeToModals(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
