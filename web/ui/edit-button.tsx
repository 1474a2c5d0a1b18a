import { Pencil } from 'lucide-react'

/**
 * The button that opens the form of a row.
 * @param isLeft whether the form was just closed, so that the button takes the focus
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
