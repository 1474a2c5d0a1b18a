const doublePressMs = 800
const nearby = 16 // pixels

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('a[href], button, input, select, textarea, label, summary') : null

/**
 * Ignores the second press of a double press if another control is at that position by then. Otherwise the second press
 * would resolve the next blocker, or approve the next month, which nobody has read.
 */
export function ignoreStrayPresses(): void {
  let last: { control: Element; x: number; y: number; at: number } | undefined
  let isStray = false
  const onPress = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = controlAt(target)
    const at = Date.now()
    isStray =
      last !== undefined &&
      control !== null &&
      at - last.at < doublePressMs &&
      Math.hypot(x - last.x, y - last.y) < nearby &&
      controlAt(document.elementFromPoint(last.x, last.y)) !== last.control
    if (!isStray) last = control ? { control, x, y, at } : undefined
  }
  const onClick = (event: MouseEvent) => {
    if (!isStray || event.detail === 0) return // `detail` is 0 if a key pressed the control
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('pointerdown', onPress, true)
  document.addEventListener('click', onClick, true)
}
