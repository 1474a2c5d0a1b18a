import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './dialog.tsx'
import { DraftNotes } from './draft-notes.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormFailure } from './form-failure.tsx'
import { submitByKeys } from './submit-by-keys.ts'
import { useDiscard } from './use-discard.ts'

/** Callbacks of a dialog: `onDone` after its action succeeded, `onClose` to remove it. */
export type DialogCallbacks = { onDone: () => void; onClose: () => void }

/**
 * A dialog with a form that can be submitted or cancelled.
 * @param form the result of `useForm` or `formOf`
 * @param reason shown below `words.failed`
 */
export function FormDialog({
  form: { busy, failure, props, draft, hasSecrets = false },
  words,
  kind = 'primary',
  disabled = false,
  reason,
  onClose,
  children,
}: {
  form: {
    busy: boolean
    failure?: unknown
    props: Omit<ComponentProps<'form'>, 'id' | 'className' | 'children'>
    draft?: ComponentProps<typeof DraftNotes>['draft']
    /** Whether the dialog holds text that is lost when it closes. */
    hasSecrets?: boolean
  }
  /** The labels: `submit` of the button, `sending` of the button during the request, `failed` of the error. */
  words: { title: string; meta?: string; submit: string; sending: string; failed: string }
  kind?: 'primary' | 'danger'
  disabled?: boolean
  reason?: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const common = useTranslations('common')
  const leave = useDiscard(draft, onClose)
  return (
    <Dialog
      title={words.title}
      {...(words.meta !== undefined && { meta: words.meta })}
      closeLabel={common('close')}
      isHeld={hasSecrets}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <FormButtons
            submit={words.submit}
            kind={kind}
            form={id}
            disabled={disabled}
            busy={busy ? words.sending : undefined}
            // During a request, Cancel only closes the dialog. The draft is deleted once the server has stored the
            // text.
            onCancel={busy ? onClose : leave}
          />
        </div>
      }
    >
      <form
        {...props}
        id={id}
        // A disabled or busy form must not be submitted by keys either.
        onKeyDown={disabled || busy ? undefined : submitByKeys}
        className="grid gap-5"
      >
        {draft && <DraftNotes draft={draft} />}
        {children}
        <FormFailure failure={failure !== undefined && words.failed} reason={reason} cause={failure} />
      </form>
    </Dialog>
  )
}

/**
 * Returns the `form` of a dialog without fields, such as a confirmation.
 * @param sent the state of the request
 */
export const formOf = (sent: { isPending: boolean; error: unknown }, send: () => void) => ({
  busy: sent.isPending,
  failure: sent.error ?? undefined,
  props: {
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      send()
    },
  },
})
