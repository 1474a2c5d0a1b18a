import { useSyncExternalStore } from 'react'

/** Sent on `window` with each change of this tab; the browser's `storage` tells of the other tabs. */
const changedHere = 'asakai_storage_changed'

/**
 * What this browser keeps under a key; undefined too where it refuses its storage (private windows).
 * @param parse of what other programs or older versions left there it throws or returns undefined
 */
export function readStored<T>(key: string, parse: (stored: string) => T | undefined): T | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? undefined : parse(stored)
  } catch {
    return undefined
  }
}

/** @returns false where the storage is full or refused */
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
    return // where storage is refused there was nothing
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

/** Calls back with any change, in whichever tab. @returns stops it */
export function onStored(changed: () => void) {
  window.addEventListener(changedHere, changed)
  window.addEventListener('storage', changed)
  return () => {
    window.removeEventListener(changedHere, changed)
    window.removeEventListener('storage', changed)
  }
}

/**
 * Calls back when another tab has written or removed what stands under the key, with what it wrote or null.
 * @returns stops it
 */
export function onStoredElsewhere(key: string, changed: (written: string | null) => void) {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed(event.newValue) // null: everything was removed
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Whether something that `parse` accepts stands under the key; follows it. */
export const useIsStored = (key: string | undefined, parse: (stored: string) => unknown) =>
  useSyncExternalStore(onStored, () => key !== undefined && readStored(key, parse) !== undefined)
