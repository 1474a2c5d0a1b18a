import { type PointerEvent, useRef, useState } from 'react'
import { useWindowEvent } from '../hooks/use-subscription.ts'

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>

const isAt = (one: Point | undefined, { clientX, clientY }: Point) =>
  one === undefined || (one.clientX === clientX && one.clientY === clientY)

/**
 * Returns whether the pointer was moved onto the element. Ignores a pointer that was already where the element appears
 * (E5.03), although the browser fires `pointerenter` then, too.
 */
export function useHover() {
  const [isHovered, setIsHovered] = useState(false)
  const last = useRef<Point>(undefined)
  useWindowEvent('pointermove', ({ clientX, clientY }) => (last.current = { clientX, clientY }))
  const onPointer = (event: PointerEvent) => setIsHovered((before) => before || !isAt(last.current, event))
  return { isHovered, onPointerEnter: onPointer, onPointerMove: onPointer, onPointerLeave: () => setIsHovered(false) }
}
