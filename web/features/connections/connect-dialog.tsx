import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldMessages } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConnectFailure } from './use-connect-failure.ts'

type FieldOf<Name> = { name: Name; label: string; type: 'text' | 'email' | 'password'; note?: ReactNode }

/**
 * Connects an account by what the member types; it is sent trimmed, and stays as typed where it is refused.
 * @param schema what the server asks of it
 */
export function ConnectDialog<Name extends string>({
  provider,
  meta,
  schema,
  fields,
  connect,
  busy,
  onClose,
}: {
  provider: string
  meta: string
  schema: Parameters<typeof failuresOf>[0]
  fields: readonly FieldOf<Name>[]
  connect: (typed: Record<Name, string>) => Promise<unknown>
  busy: boolean
  onClose: () => void
}) {
  const t = useTranslations('connections')
  const form = useId()
  const sentences = useSentences()
  const because = useConnectFailure()
  const names = fields.map(({ name }) => name)
  const [typed, setTyped] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  const [failure, setFailure] = useState<string>()
  const { errors, show, clear } = useErrors(names)
  const complete = names.every((name) => typed[name].trim() !== '')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy || !complete) return
    const trimmed = Object.fromEntries(names.map((name) => [name, typed[name].trim()])) as Record<Name, string>
    setFailure(undefined)
    if (show(sentences(failuresOf(schema, trimmed), trimmed), element)) return
    // Told also where the dialog was closed meanwhile.
    connect(trimmed).then(
      () => {
        toast.success(t('connectSuccess', { provider }))
        onClose()
      },
      (error: unknown) => {
        toast.error(t('connectError', { provider }))
        if (!show(fieldMessages(error) as Partial<Record<Name, string>>, element)) setFailure(because(error, provider))
      },
    )
  }

  return (
    <Dialog
      title={t('connectTo', { provider })}
      meta={meta}
      closeLabel={t('close')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabled={!complete}
            busy={busy ? t('connecting') : undefined}
          >
            {t('submit')}
          </Button>
        </div>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5" aria-busy={busy}>
        {fields.map(({ name, label, type, note }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={t('required')}
            type={type}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-required
            readOnly={busy}
            value={typed[name]}
            error={errors[name]}
            note={note}
            onChange={(value) => {
              setTyped((before) => ({ ...before, [name]: value }))
              clear(name)
            }}
          />
        ))}
        {failure && (
          <p
            role="alert"
            className="flex items-start gap-2 rounded-2 bg-error-soft px-3 py-2 t-13 forced-colors:border"
          >
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error-text" aria-hidden />
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  )
}
