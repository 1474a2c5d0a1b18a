import { useTranslations } from 'use-intl'
import { type FormProvider, providers, type WebhookProvider } from '#contract/providers.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import type { Reauthenticating } from '../../api/reauthentication.ts'
import { type Schema, useCheck } from '../../hooks/use-check.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { textLink } from '../../ui/text-link.ts'
import { toast } from '../../ui/toast.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { useConnectByForm } from './queries.ts'
import { useConnectFailure } from './use-connect-failure.ts'

type FieldOf<Name> = {
  name: Name
  label: string
  type: 'text' | 'email' | 'password'
  note?: string
  /** A page of the service that explains how to find the value. */
  help?: { href: string; words: string }
}

export type FormCallbacks = {
  reauthenticating: Reauthenticating
  onConnected: (id: FormProvider | WebhookProvider) => void
  onClose: () => void
}

/**
 * Connects an account with the typed credentials, without blanks around them. If the server rejects them, the form
 * still shows them.
 * @param schema the server's rules for the credentials
 */
export function ConnectForm<Name extends string>({
  id,
  about,
  schema,
  fields,
  reauthenticating,
  onConnected,
  onClose,
}: {
  id: FormProvider | WebhookProvider
  about: string
  schema: Schema
  fields: readonly FieldOf<Name>[]
} & FormCallbacks) {
  const t = useTranslations('connections')
  const check = useCheck()
  const because = useConnectFailure()
  const connect = useConnectByForm<Record<Name, string>>(id)
  const provider = providers[id].name
  const names = fields.map(({ name }) => name)
  const trimmed = (words: Record<Name, string>) =>
    Object.fromEntries(names.map((name) => [name, words[name].trim()])) as Record<Name, string>
  const form = useStoredForm({
    key: useFormKey(`connect:${id}`),
    secrets: fields.flatMap(({ name, type }) => (type === 'password' ? [name] : [])),
    start: Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
    check: (words) => check(schema, trimmed(words)),
    send: async (words) => {
      await reauthenticating(() => connect.mutateAsync(trimmed(words)))
      toast.success(t('connectSuccess', { provider }))
    },
    onSent: () => onConnected(id),
  })
  const cancel = useDiscard(form.draft, onClose)
  const failed = t('connectError', { provider })
  const reason = form.failure === undefined ? failed : because(form.failure, provider)
  const complete = names.every((name) => form.words[name].trim() !== '')

  return (
    <form {...form.props} className="grid gap-5">
      <p className="t-13 text-pretty text-text-2">{about}</p>
      <DraftNotes draft={form.draft} />
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
      <FormFailure
        failure={form.failure !== undefined && failed}
        reason={reason === failed ? undefined : reason}
        cause={form.failure}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <FormButtons
          submit={t('submit')}
          disabled={!complete}
          busy={form.busy ? t('connecting') : undefined}
          onCancel={form.busy ? onClose : cancel}
        />
      </div>
    </form>
  )
}
