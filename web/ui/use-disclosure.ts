import { useId, useState } from 'react'

/**
 * Controls content that is collapsed until a button is pressed.
 * @param isShown whether the content is always shown
 * @returns the `id` for the content, and the props for the button
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
