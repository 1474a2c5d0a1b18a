import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser has any network at all; it says nothing about the server. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
