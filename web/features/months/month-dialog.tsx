import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** Asks for a word with what is done: to whoever returns a month it has to say what is to be mended. */
export function MonthDialog({
  title,
  meta,
  label,
  submit,
  required = false,
  send,
  onClose,
}: {
  title: string
  meta?: string | undefined
  label: string
  submit: string
  required?: boolean
  send: (note: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('months')
  const fields = useTranslations('fields')
  const form = useForm({
    start: { note: '' },
    check: ({ note }) => (required && note.trim() === '' ? { note: fields('errors.required') } : {}),
    send: ({ note }) => send(note),
    onSent: onClose,
  })
  const words = { title, ...(meta !== undefined && { meta }), submit, sending: t('sending'), failed: t('failed') }
  return (
    <FormDialog form={form} words={words} reason={serverMessage(form.failure)} onClose={onClose}>
      <TextArea
        {...form.field('note')}
        label={label}
        hint={t(required ? 'required' : 'optional')}
        required={required}
      />
    </FormDialog>
  )
}
