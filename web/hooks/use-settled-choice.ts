import { type KeyboardEvent, useRef, useState } from 'react'
import { isImeKey } from '../platform/ime-key.ts'
import { apple } from '../platform/keyboard-names.ts'

/**
 * Returns whether the key opens the list of a select. In an open list, every change is a choice. The arrow keys open
 * the list on a Mac, elsewhere only with Alt.
 */
const opensList = (key: string, isWithAlt: boolean) =>
  ['Enter', ' ', 'F4'].includes(key) || ((apple || isWithAlt) && ['ArrowDown', 'ArrowUp'].includes(key))

/**
 * Returns the props of a select. A choice takes effect at once. In a closed select, every arrow key and letter changes
 * the value. Such a change counts only after Enter, or when the field loses the focus.
 * @param onChoose receives the chosen value and a function that shows `current` again
 */
export function useSettledChoice<Value extends string>(
  current: Value,
  onChoose: (value: Value, undo: () => void) => void,
) {
  const [shown, setShown] = useState(current)
  const isPassing = useRef(false)
  const choose = (value: Value) => {
    isPassing.current = false
    if (value !== current) onChoose(value, () => setShown(current))
  }
  return {
    value: shown,
    onPointerDown: () => {
      isPassing.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (isImeKey(event)) return
      if (event.key === 'Enter' && shown !== current) {
        event.preventDefault()
        choose(shown)
      } else isPassing.current = !opensList(event.key, event.altKey)
    },
    onBlur: () => {
      if (isPassing.current) choose(shown)
    },
    onChange: (value: Value) => {
      setShown(value)
      if (!isPassing.current) choose(value)
    },
  }
}
