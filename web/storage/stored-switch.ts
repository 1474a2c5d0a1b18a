import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './local-storage.ts'

/** A switch that this browser stores. If the browser refuses its storage, a choice lasts until the page is closed. */
export function storedSwitch(key: string, isOnAtFirst: boolean) {
  const listeners = new Set<() => void>()
  let chosen: boolean | undefined
  const isOn = () => chosen ?? readStored(key, (stored) => stored === 'on') ?? isOnAtFirst
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    set: (on: boolean) => {
      chosen = on
      writeStored(key, on ? 'on' : 'off')
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, isOn),
  }
}

/** Whether toasts stay until they are closed. Some people need more time to read than a toast gives (WCAG 2.2.1). */
export const lastingToasts = storedSwitch('asakai_lasting_toasts', false)
