import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDisclosure } from './use-disclosure.ts'

/**
 * A list that is collapsed to its name and count until the user opens it.
 * @param heading the element of the name, such as `h2`
 * @param isOpen whether the list is always shown
 */
export function CollapsibleList({
  name,
  count,
  heading: Heading,
  isOpen: isShown = false,
  children,
}: {
  name: string
  count: number
  heading: 'h2' | 'h3'
  isOpen?: boolean
  children: ReactNode
}) {
  const { id, isOpen, button } = useDisclosure(isShown)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <Heading>
        <button
          {...button}
          className="flex min-h-11 w-full cursor-pointer items-center gap-2 border-b border-rule t-14 text-text-2 hover:text-text"
        >
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
          {name} <span className="t-12 text-text-3 tabular-nums">{count}</span>
        </button>
      </Heading>
      {isOpen && (
        <ul id={id} aria-label={name}>
          {children}
        </ul>
      )}
    </>
  )
}
