import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `act` when `isGoingOn` changes to false. */
export function useOnFinished(isGoingOn: boolean, act: () => void) {
  const wasGoingOn = useRef(isGoingOn)
  const onEnd = useEffectEvent(act)
  useEffect(() => {
    if (wasGoingOn.current && !isGoingOn) onEnd()
    wasGoingOn.current = isGoingOn
  }, [isGoingOn])
}
