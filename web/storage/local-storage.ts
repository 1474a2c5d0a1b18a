import { useSyncExternalStore } from 'react'

/** The `window` event for each change by this tab. The browser's `storage` event reports the other tabs only. */
const changedHere = 'asakai_storage_changed'

/**
 * Returns the value that this browser stores under a key. Returns undefined if the browser refuses its storage (private
 * windows).
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

/** @returns false if the storage is full or refused */
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
    return // refused storage never held anything
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
    if (event.key === key || event.key === null) changed(event.newValue) // null: everything was removed
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Returns whether the key holds a value that `parse` accepts. Rerenders on changes. */
export const useIsStored = (key: string | undefined, parse: (stored: string) => unknown) =>
  useSyncExternalStore(onStored, () => key !== undefined && readStored(key, parse) !== undefined)
