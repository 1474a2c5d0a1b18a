import { type PointerEvent, useRef, useState } from 'react'
import { useWindowEvent } from '../hooks/use-subscription.ts'

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>

const isAt = (one: Point | undefined, { clientX, clientY }: Point) =>
  one === undefined || (one.clientX === clientX && one.clientY === clientY)

/**
 * Returns whether the user has moved the pointer onto the element. If the element appears under a pointer that does not
 * move, this does not count (E5.03), although the browser fires `pointerenter`.
 */
export function useHover() {
  const [isHovered, setIsHovered] = useState(false)
  const last = useRef<Point>(undefined)
  useWindowEvent('pointermove', ({ clientX, clientY }) => (last.current = { clientX, clientY }))
  const onPointer = (event: PointerEvent) => setIsHovered((before) => before || !isAt(last.current, event))
  return { isHovered, onPointerEnter: onPointer, onPointerMove: onPointer, onPointerLeave: () => setIsHovered(false) }
}
