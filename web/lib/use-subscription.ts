import { useCallback, useEffect, useEffectEvent } from 'react'

/**
 * Calls back, as last rendered, for as long as the component is shown.
 * @param subscribe another function begins anew; returns what ends the subscription
 */
export function useSubscription<Told extends unknown[]>(
  subscribe: (listener: (...told: Told) => void) => () => void,
  listener: (...told: Told) => void,
) {
  const latest = useEffectEvent(listener)
  useEffect(() => subscribe((...told) => latest(...told)), [subscribe])
}

/** Listens to an event of the window. */
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
