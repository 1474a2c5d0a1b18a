import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A state that begins as `first` and is then what `look` finds.
 * @param key what is looked at; another one is looked at anew
 * @returns the state, its setter, and what looks again
 */
export function useLook<Key, State>(key: Key, look: (key: Key) => Promise<State>, first: State) {
  const [state, setState] = useState(first)
  const lookAt = useEffectEvent(look)
  useEffect(() => {
    let left = false
    void lookAt(key).then((found) => !left && setState(found))
    return () => {
      left = true
    }
  }, [key])
  const again = () => {
    setState(first)
    void look(key).then(setState)
  }
  return [state, setState, again] as const
}
