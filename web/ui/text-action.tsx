import { underlined } from './text-link.ts'

/**
 * A text button for an action on a line. Disabled without a network: a queued action could undo a later one of another
 * member.
 */
export function TextAction({
  isOnline,
  large = false,
  onClick,
  children,
}: {
  isOnline: boolean
  /** Whether the text must be readable across the room. */
  large?: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      disabled={!isOnline}
      // A double click must not act twice, nor press the control that takes this place.
      onClick={({ detail }) => detail < 2 && onClick()}
      className={`cursor-pointer rounded-1 text-start wrap-normal ${large ? 't-17' : 't-13'} print:hidden disabled:cursor-default disabled:text-text-disabled disabled:no-underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3.5 ${underlined}`}
    >
      {children}
    </button>
  )
}
