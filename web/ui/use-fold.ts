import { useId, useState } from 'react'

/**
 * What is folded away until its button is pressed.
 * @param isShown whether it is there in any case
 * @returns `id` of what unfolds, and what its button takes
 */
export function useFold(isShown = false) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || isShown
  const button = {
    type: 'button',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setUnfolded(!isOpen),
  } as const
  return { id, isOpen, button }
}
