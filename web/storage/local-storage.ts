import { useSyncExternalStore } from 'react'

/** The name of the `window` event after each change by this tab. The `storage` event only reports changes by others. */
const changedHere = 'asakai_storage_changed'

/**
 * Returns the value that this browser stores under a key. Returns undefined if the browser refuses access to its
 * storage, as in some private windows.
 * @param parse throws or returns undefined for values of other programs or older versions
 */
export function readStored<T>(key: string, parse: (stored: string) => T | undefined): T | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? undefined : parse(stored)
  } catch {
    return undefined
  }
}

/** @returns false if the storage is full or the browser refuses it */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
  } catch {
    return false
  }
  window.dispatchEvent(new Event(changedHere))
  return true
}

export function removeStored(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    return // the browser refuses its storage, so there is no value to remove
  }
  window.dispatchEvent(new Event(changedHere))
}

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/**
 * Calls `changed` after every change by any tab.
 * @returns a function that unsubscribes
 */
export function onStored(changed: () => void) {
  window.addEventListener(changedHere, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(changedHere, changed)
    window.removeEventListener('storage', changed)
  }
}

/**
 * Calls `changed` when another tab writes or removes the value of the key, with the new value or null.
 * @returns a function that unsubscribes
 */
export function onStoredElsewhere(key: string, changed: (written: string | null) => void) {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed(event.newValue) // the key is null if all values were removed
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Returns whether the key holds a value that `parse` accepts. Rerenders on changes. */
export const useIsStored = (key: string | undefined, parse: (stored: string) => unknown) =>
  useSyncExternalStore(onStored, () => key !== undefined && readStored(key, parse) !== undefined)
