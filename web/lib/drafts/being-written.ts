import { useEffect, useEffectEvent } from 'react'

const editors: { name: string }[] = []
const listeners = new Set<() => void>()
const queuePressed = new Set<() => void>()

/** Returns the names of the editors that hold unsent words, the last opened one last. */
export const beingWritten = (): readonly string[] => editors.map(({ name }) => name)

function tellListeners() {
  for (const listener of listeners) listener()
}

/** Calls back when an editor begins or ends to hold unsent words. Returns what stops it. */
export function onBeingWritten(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Notes that an editor holds unsent words, for as long as it is on the page. */
export function useBeingWritten(name: string, hasWords: boolean) {
  useEffect(() => {
    if (!hasWords) return undefined
    const editor = { name }
    editors.push(editor)
    tellListeners()
    return () => {
      editors.splice(editors.indexOf(editor), 1)
      tellListeners()
    }
  }, [name, hasWords])
}

/** Puts everything that is on its way into the outbox, because the page is about to go. */
export function queueAllPressed() {
  for (const queue of queuePressed) queue()
}

/** @param queue puts the words of an editor into the outbox, if they are on their way when the page goes */
export function useQueueOnLeave(isSending: boolean, queue: () => void) {
  const onLeave = useEffectEvent(queue)
  useEffect(() => {
    if (!isSending) return undefined
    const leave = () => onLeave()
    queuePressed.add(leave)
    return () => void queuePressed.delete(leave)
  }, [isSending])
}
