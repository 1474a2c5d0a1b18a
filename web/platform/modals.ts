let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function update(changed: readonly HTMLDialogElement[]) {
  open = changed
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog until the returned function is called. */
export function noteModal(dialog: HTMLDialogElement): () => void {
  update([...open, dialog])
  return () => update(open.filter((one) => one !== dialog))
}

/** Returns the topmost modal dialog. Everything outside it is inert. */
export const topModal = () => open.at(-1)

export function subscribeToModals(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
