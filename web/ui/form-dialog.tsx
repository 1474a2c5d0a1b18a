import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './dialog.tsx'
import { DraftNotes } from './draft-notes.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormFailure } from './form-failure.tsx'
import { useLeaving } from './use-leaving.ts'

/** What the page is told by a dialog: that it has done what it is for, and that it is to go. */
export type DialogEnds = { onDone: () => void; onClose: () => void }

/**
 * A dialog that asks for something and sends it, or is cancelled.
 * @param form as `useForm` has it, or `formOf`
 * @param reason below `words.failed`
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
    /** Words that outlive the dialog. */
    draft?: ComponentProps<typeof DraftNotes>['draft']
    /** It holds words that do not outlive the dialog. */
    hasSecrets?: boolean
  }
  /** `submit` stands on its button, `sending` while it is sent, `failed` where that failed. */
  words: { title: string; meta?: string; submit: string; sending: string; failed: string }
  kind?: 'primary' | 'danger'
  disabled?: boolean
  reason?: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const common = useTranslations('common')
  const leave = useLeaving(draft, onClose)
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
            // Words that are on their way are discarded once the server has them.
            onCancel={busy ? onClose : leave}
          />
        </div>
      }
    >
      <form {...props} id={id} className="grid gap-5">
        {draft && <DraftNotes draft={draft} />}
        {children}
        <FormFailure failure={failure !== undefined && words.failed} reason={reason} cause={failure} />
      </form>
    </Dialog>
  )
}

/** The form of a dialog in which nothing is filled in. @param sent what has become of it so far */
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
