import { type KeyboardEvent, type TouchEvent, useRef } from 'react'
import { isImeKey } from '../../platform/ime-key.ts'

const farEnough = 60 // pixels

/**
 * Turns pages by the keys of a keyboard or a presenter, and by swiping.
 * @param turn goes to the first or last page, or moves by one
 */
export function useTurning(turn: (to: 'first' | 'last' | 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    const onControl = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement
    const to = (
      {
        ArrowRight: 1,
        PageDown: 1,
        ' ': onControl ? undefined : 1,
        ArrowLeft: -1,
        PageUp: -1,
        Home: 'first',
        End: 'last',
      } as const
    )[event.key]
    if (to === undefined) return
    event.preventDefault()
    turn(to)
  }
  const onTouchStart = ({ touches }: TouchEvent) => {
    const touch = touches[0]
    start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
  }
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    if (!touch || !start.current) return
    const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
    if (Math.abs(x) > farEnough && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1)
  }
  return { onKeyDown, onTouchStart, onTouchEnd }
}
