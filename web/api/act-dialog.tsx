import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { serverMessage } from './errors.ts'

/**
 * Asks for confirmation in a dialog, calls the server, and shows a toast if the call succeeds.
 * @param words `busy`: the label of the button during the request. `failed`: what failed, shown above the server's
 *   reason. `done`: the text of the toast
 * @param onDone called with the response if the dialog is still open
 */
export function ActDialog<Answer>({
  words: { title, about, submit, busy, failed, done },
  kind = 'danger',
  act,
  onDone,
  onClose,
}: {
  words: {
    title: string
    about: string
    submit: string
    busy: string
    failed: (error: unknown) => string
    done: (answer: Answer) => string
  }
  kind?: 'primary' | 'danger'
  act: () => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
}) {
  const { mutate, isPending, isError, error } = useMutation({ mutationFn: act, networkMode: 'always', gcTime: 0 })
  const onSuccess = (answer: Answer) => {
    toast.success(done(answer))
    onDone(answer)
  }
  return (
    <ConfirmDialog
      title={title}
      about={about}
      submit={submit}
      kind={kind}
      busy={isPending && busy}
      failed={isError && failed(error)}
      reason={serverMessage(error)}
      cause={error}
      onConfirm={() => mutate(undefined, { onSuccess })}
      onClose={onClose}
    />
  )
}
