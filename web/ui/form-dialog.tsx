import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import { FormFailure } from './form-failure.tsx'

/** What the page is told by a dialog: that it has done what it is for, and that it is to go. */
export type DialogEnds = { onDone: () => void; onClose: () => void }

/** A dialog that asks for something and sends it, or is cancelled. */
export function FormDialog({
  title,
  meta,
  form,
  submit,
  kind = 'primary',
  disabled = false,
  busy,
  failure,
  reason,
  cause,
  onClose,
  children,
}: ComponentProps<typeof FormFailure> & {
  title: string
  meta?: string
  form: Omit<ComponentProps<'form'>, 'id' | 'className' | 'children'>
  /** What its button says, and while it sends. */
  submit: string
  busy: string | undefined
  kind?: 'primary' | 'danger'
  disabled?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const common = useTranslations('common')
  return (
    <Dialog
      title={title}
      {...(meta !== undefined && { meta })}
      closeLabel={common('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <FormButtons submit={submit} kind={kind} form={id} disabled={disabled} busy={busy} onCancel={onClose} />
        </div>
      }
    >
      <form {...form} id={id} className="grid gap-5">
        {children}
        <FormFailure failure={failure} reason={reason} cause={cause} />
      </form>
    </Dialog>
  )
}
