import { type PointerEvent, useEffect, useRef, useState } from 'react'

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>

const isAt = (one: Point | undefined, { clientX, clientY }: Point) =>
  one === undefined || (one.clientX === clientX && one.clientY === clientY)

/**
 * Whether the pointer was moved onto the element. A pointer that rests where the element appears does not count (E5.03):
 * the browser says that it enters, but it enters where it already was.
 */
export function useHover() {
  const [isHovered, setIsHovered] = useState(false)
  const last = useRef<Point>(undefined)
  useEffect(() => {
    const note = ({ clientX, clientY }: Point) => (last.current = { clientX, clientY })
    document.addEventListener('pointermove', note)
    return () => document.removeEventListener('pointermove', note)
  }, [])
  const onPointer = (event: PointerEvent) => setIsHovered((before) => before || !isAt(last.current, event))
  return { isHovered, onPointerEnter: onPointer, onPointerMove: onPointer, onPointerLeave: () => setIsHovered(false) }
}
