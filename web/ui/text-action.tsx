import { underlined } from './text-link.ts'

/**
 * What can be done with a line, in its words. Nothing of it waits for a connection: what somebody else has done meanwhile would
 * be undone by it.
 */
export function TextAction({
  isOnline,
  large = false,
  onClick,
  children,
}: {
  isOnline: boolean
  /** Large enough to read from across the room. */
  large?: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      disabled={!isOnline}
      onClick={onClick}
      className={`cursor-pointer rounded-1 ${large ? 't-17' : 't-13'} print:hidden disabled:cursor-default disabled:text-text-disabled disabled:no-underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3.5 ${underlined}`}
    >
      {children}
    </button>
  )
}
