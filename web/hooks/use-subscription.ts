import { useCallback, useEffect, useEffectEvent } from 'react'

/**
 * Subscribes while the component is mounted, and calls the listener of the last render.
 * @param subscribe registers the listener and returns a function that removes it; a new `subscribe` runs again
 */
export function useSubscription<Arguments extends unknown[]>(
  subscribe: (listener: (...given: Arguments) => void) => () => void,
  listener: (...given: Arguments) => void,
) {
  const latest = useEffectEvent(listener)
  useEffect(() => subscribe((...given) => latest(...given)), [subscribe])
}

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
) {
  const subscribe = useCallback(
    (listen: (event: WindowEventMap[Type]) => void) => {
      window.addEventListener(type, listen)
      return () => window.removeEventListener(type, listen)
    },
    [type],
  )
  useSubscription(subscribe, listener)
}
