import { X } from 'lucide-react'

/**
 * The round button that closes a panel, dialog or note.
 * @param className the classes for its position
 */
export function CloseButton({
  label,
  className = '',
  onClick,
}: {
  label: string
  className?: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      data-closes
      onClick={onClick}
      className={`icon-button h-control w-control ${className}`}
    >
      <X size={20} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
