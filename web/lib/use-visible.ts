import { useSyncExternalStore } from 'react'

const onChange = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether somebody can see this tab. */
export const useVisible = () => useSyncExternalStore(onChange, () => document.visibilityState === 'visible')
