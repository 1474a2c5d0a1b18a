import { useEffect, useEffectEvent } from 'react'

const editors: { name: string }[] = []
const listeners = new Set<() => void>()
const queuePressed = new Set<() => void>()

/** Returns the names of the editors with unsent text, in the order in which they were opened. */
export const openEditors = (): readonly string[] => editors.map(({ name }) => name)

function notifyListeners() {
  for (const listener of listeners) listener()
}

/** Calls `changed` when an editor gets unsent text or has none left. Returns a function that unsubscribes. */
export function onOpenEditors(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Registers an editor while it has unsent text and is on the page. */
export function useOpenEditor(name: string, hasWords: boolean) {
  useEffect(() => {
    if (!hasWords) return undefined
    const editor = { name }
    editors.push(editor)
    notifyListeners()
    return () => {
      editors.splice(editors.indexOf(editor), 1)
      notifyListeners()
    }
  }, [name, hasWords])
}

/** Puts all text that is being sent into the outbox, because the page is about to close. */
export function queueAllPressed() {
  for (const queue of queuePressed) queue()
}

/** @param queue puts the text of an editor into the outbox; called if the page closes while the text is being sent */
export function useQueueOnLeave(isSending: boolean, queue: () => void) {
  const onLeave = useEffectEvent(queue)
  useEffect(() => {
    if (!isSending) return undefined
    const leave = () => onLeave()
    queuePressed.add(leave)
    return () => void queuePressed.delete(leave)
  }, [isSending])
}
