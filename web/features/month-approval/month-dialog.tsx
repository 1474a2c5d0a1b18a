import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import type { Write } from '../../api/writes-to-send.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** Asks for a note when a month changes its state. The note is required if the month is returned for corrections. */
export function MonthDialog({
  name,
  title,
  meta,
  label,
  submit,
  missing,
  required = false,
  send,
  later,
  onClose,
}: {
  /** The name under which the draft is stored. */
  name: string
  title: string
  meta?: string | undefined
  label: string
  submit: string
  missing?: string | undefined
  required?: boolean
  send: (note: string) => Promise<unknown>
  later: (note: string) => Write
  onClose: () => void
}) {
  const t = useTranslations('months')
  const fields = useTranslations('fields')
  const form = useStoredForm({
    key: useFormKey(name),
    start: { note: '' },
    check: ({ note }) => (required && note.trim() === '' ? { note: fields('errors.required') } : {}),
    send: ({ note }) => send(note),
    later: ({ note }) => later(note),
    onSent: onClose,
  })
  const words = { title, ...(meta !== undefined && { meta }), submit, sending: t('sending'), failed: t('failed') }
  return (
    <FormDialog form={form} words={words} reason={serverMessage(form.failure)} onClose={onClose}>
      {missing && (
        <p className="flex items-start gap-2 t-14 text-pretty text-text">
          <TriangleAlert size={16} strokeWidth={1.75} className="mt-1 shrink-0 text-warn-text" aria-hidden />
          {missing}
        </p>
      )}
      <TextArea
        {...form.field('note')}
        label={label}
        hint={t(required ? 'required' : 'optional')}
        required={required}
      />
    </FormDialog>
  )
}
