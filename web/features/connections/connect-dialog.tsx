import { useTranslations } from 'use-intl'
import { type FormProvider, providers, type WebhookProvider } from '#contract/providers.ts'
import { useForm } from '../../api/use-form.ts'
import type { Confirming } from '../../lib/confirming.ts'
import { type Schema, useCheck } from '../../lib/use-check.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { useConnectByForm } from './queries.ts'
import { useConnectFailure } from './use-connect-failure.ts'

type FieldOf<Name> = {
  name: Name
  label: string
  type: 'text' | 'email' | 'password'
  note?: string
  /** A page of the service that tells where this is found. */
  help?: { href: string; words: string }
}

/**
 * Connects an account by what the member types; it is sent trimmed, and stays as typed where it is refused.
 * @param schema what the server asks of it
 */
export function ConnectDialog<Name extends string>({
  id,
  meta,
  schema,
  fields,
  confirming,
  onClose,
}: {
  id: FormProvider | WebhookProvider
  meta: string
  schema: Schema
  fields: readonly FieldOf<Name>[]
  confirming: Confirming
  onClose: () => void
}) {
  const t = useTranslations('connections')
  const check = useCheck()
  const because = useConnectFailure()
  const connect = useConnectByForm<Record<Name, string>>(id)
  const provider = providers[id].name
  const names = fields.map(({ name }) => name)
  const trimmed = (words: Record<Name, string>) =>
    Object.fromEntries(names.map((name) => [name, words[name].trim()])) as Record<Name, string>
  const form = useForm({
    start: Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
    check: (words) => check(schema, trimmed(words)),
    send: async (words) => {
      await confirming(() => connect.mutateAsync(trimmed(words)))
      toast.success(t('connectSuccess', { provider }))
    },
    onSent: onClose,
  })
  const failed = t('connectError', { provider })
  const reason = form.failure === undefined ? failed : because(form.failure, provider)
  const complete = names.every((name) => form.words[name].trim() !== '')
  const words = { title: t('connectTo', { provider }), meta, submit: t('submit'), sending: t('connecting'), failed }

  return (
    <FormDialog
      form={form}
      words={words}
      disabled={!complete}
      reason={reason === failed ? undefined : reason}
      onClose={onClose}
    >
      {fields.map(({ name, label, type, note, help }) => (
        <TextField
          key={name}
          {...form.field(name)}
          label={label}
          hint={t('required')}
          type={type}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-required
          note={
            (note ?? help) && (
              <>
                {note}{' '}
                {help && (
                  <a href={help.href} target="_blank" rel="noreferrer" className={textLink}>
                    {help.words}
                  </a>
                )}
              </>
            )
          }
        />
      ))}
    </FormDialog>
  )
}
