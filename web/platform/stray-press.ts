const doublePressMs = 800
const nearby = 16 // pixels

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('a[href], button, input, select, textarea, label, summary') : null

/**
 * Ignores the second press of a double press if another control with the same text has come to this position. Otherwise
 * a double press would also resolve the next blocker, or approve the next month, before anyone has read it.
 */
export function ignoreStrayPresses(): void {
  let last: { control: Element; label: string | undefined; x: number; y: number; at: number } | undefined
  let isStray = false
  const onPress = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = controlAt(target)
    const label = control?.textContent.trim()
    const at = Date.now()
    isStray =
      last !== undefined &&
      Boolean(label) &&
      label === last.label &&
      at - last.at < doublePressMs &&
      Math.hypot(x - last.x, y - last.y) < nearby &&
      controlAt(document.elementFromPoint(last.x, last.y)) !== last.control
    if (!isStray) last = control ? { control, label, x, y, at } : undefined
  }
  const onClick = (event: MouseEvent) => {
    if (!isStray || event.detail === 0) return // `detail` is 0 if a key pressed the control
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('pointerdown', onPress, true)
  document.addEventListener('click', onClick, true)
  // A key between two presses shows that the second one is not part of a double press.
  document.addEventListener('keydown', () => (last = undefined), true)
}
