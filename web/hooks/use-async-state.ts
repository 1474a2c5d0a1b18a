import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Holds a state that is `first` at first, and then the result of `look`.
 * @param key the argument of `look`; if the key changes, `look` runs again
 * @returns the state, its setter, and a function that runs `look` again
 */
export function useAsyncState<Key, State>(key: Key, look: (key: Key) => Promise<State>, first: State) {
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
