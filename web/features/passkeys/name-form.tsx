import { useTranslations } from 'use-intl'
import { type Passkey, PasskeyName } from '#contract/passkeys.ts'
import { serverMessage } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { onEscape } from '../../lib/use-editing.ts'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useNamePasskey } from './queries.ts'

/** A passkey's name, in place of its row. */
export function NameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslations('passkeys')
  const check = useCheck()
  const rename = useNamePasskey()
  const { busy, failure, props, field } = useForm({
    start: { name },
    check: (words) => check(PasskeyName, words),
    send: (words) => rename.mutateAsync({ id, name: words.name.trim() }),
    onSent: onClose,
  })
  return (
    <form
      {...props}
      aria-label={t('renameLabel', { name: name || t('unnamed') })}
      onKeyDown={onEscape(() => busy || onClose())}
      className="my-1 grid gap-3 rounded-2 bg-sunken p-3 forced-colors:border"
    >
      <TextField
        {...field('name')}
        label={t('name')}
        note={t('nameHint')}
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <SaveOrCancel
        isSaving={busy}
        failure={failure !== undefined && (serverMessage(failure) ?? t('renameFailed'))}
        cause={failure}
        onCancel={onClose}
      />
    </form>
  )
}
