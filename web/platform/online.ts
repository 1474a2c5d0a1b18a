import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns whether the browser has a network connection. The server may still be unreachable. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
