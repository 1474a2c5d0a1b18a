import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'

/**
 * Asks for confirmation before an action that ends or deletes something.
 * @param about what will happen
 * @param submit the label of the button that confirms
 * @param busy the label of that button during the request
 * @param failed the title of the error, or false without an error
 * @param other a button for another action, in place of Cancel
 */
export function ConfirmDialog({
  title,
  about,
  submit,
  kind = 'danger',
  busy,
  failed = false,
  reason,
  cause,
  other,
  onConfirm,
  onClose,
}: {
  title: string
  about: string
  submit: string
  kind?: 'primary' | 'danger'
  busy?: string | false
  failed?: string | false
  reason?: string | undefined
  cause?: unknown
  other?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const common = useTranslations('common')
  const actions = useTranslations('actions')
  return (
    <Dialog
      title={title}
      closeLabel={common('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {other ?? (
            <Button kind="ghost" onClick={onClose}>
              {actions('cancel')}
            </Button>
          )}
          <Button kind={kind} busy={busy || undefined} onClick={onConfirm}>
            {submit}
          </Button>
        </div>
      }
    >
      <p className="t-14 text-pretty text-text-2">{about}</p>
      <FormFailure failure={failed} reason={reason} cause={cause} />
    </Dialog>
  )
}
