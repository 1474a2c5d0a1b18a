import { underlined } from './text-link.ts'

/**
 * A text button for an action on one line. It is disabled offline, because a queued action could later undo a newer
 * action of another member.
 */
export function TextAction({
  isOnline,
  large = false,
  onClick,
  children,
}: {
  isOnline: boolean
  /** Whether the text is large, so that it can be read across the room. */
  large?: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      disabled={!isOnline}
      // Ignores the second press of a double click. It could repeat the action, or press a control that has moved here.
      onClick={({ detail }) => detail < 2 && onClick()}
      className={`cursor-pointer rounded-1 text-start wrap-normal ${large ? 't-17' : 't-13'} print:hidden disabled:cursor-default disabled:text-text-disabled disabled:no-underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3.5 ${underlined}`}
    >
      {children}
    </button>
  )
}
