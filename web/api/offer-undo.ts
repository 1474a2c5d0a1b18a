import { toast, withdrawals } from '../ui/toast.tsx'
import type { Undo, ToastAction } from '../ui/toast-card.tsx'
import { isTransient } from './errors.ts'

/**
 * Shows a toast about an action, with an undo. If the undo fails for a temporary reason (no network, a server error),
 * offers it again.
 * @param does.undo must be repeatable: a failed attempt may have done part of its work, or all of it
 * @param does.failed returns the message for a failed undo, and a further button for its toast if there is one
 */
export function offerUndo(
  done: string,
  {
    undo,
    failed,
    label,
    also,
  }: Omit<Undo, 'act'> & {
    undo: () => Promise<unknown>
    failed: (error: unknown) => string | { text: string; also?: ToastAction | undefined }
  },
) {
  const act = () => {
    const before = withdrawals()
    undo().catch((error: unknown) => {
      const sentence = failed(error)
      const { text, also: way } = typeof sentence === 'string' ? { text: sentence } : sentence
      // After a logout, the next member must not be able to run this undo or copy the deleted text.
      const isSame = withdrawals() === before
      toast.error(
        text,
        error,
        isSame ? { undo: isTransient(error) ? { label, act } : undefined, also: way } : undefined,
      )
    })
  }
  toast.success(done, { label, act, also })
}
