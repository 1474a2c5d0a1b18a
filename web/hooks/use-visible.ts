import { useSyncExternalStore } from 'react'

const onChange = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export const useVisible = () => useSyncExternalStore(onChange, () => document.visibilityState === 'visible')
