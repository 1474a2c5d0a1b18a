import { Pencil } from 'lucide-react'

/**
 * Opens the form of a row.
 * @param isLeft the form was just closed, so the button takes the focus
 */
export const EditButton = ({
  label,
  isLeft,
  disabled,
  onClick,
}: {
  label: string
  isLeft: boolean
  disabled: boolean
  onClick: () => void
}) => (
  <button
    type="button"
    autoFocus={isLeft}
    disabled={disabled}
    aria-label={label}
    onClick={onClick}
    className="icon-button h-control w-control shrink-0"
  >
    <Pencil size={16} strokeWidth={1.75} aria-hidden />
  </button>
)
