import { useId, useState } from 'react'

/**
 * Controls content that is folded until a button is pressed.
 * @param isShown always shows the content
 * @returns the content's `id` and the props of its button
 */
export function useDisclosure(isShown = false) {
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
