import { useTranslations } from 'use-intl'
import { type Passkey, PasskeyName } from '#contract/passkeys.ts'
import { serverMessage } from '../../api/errors.ts'
import { useFormKey, useStoredForm } from '../../api/use-stored-form.ts'
import { useCheck } from '../../hooks/use-check.ts'
import { onEscape } from '../../hooks/use-editing.ts'
import { DraftNotes } from '../../ui/draft-notes.tsx'
import { SaveOrCancel } from '../../ui/save-or-cancel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDiscard } from '../../ui/use-discard.ts'
import { nameOfPasskey, useNamePasskey } from './queries.ts'

export function PasskeyNameForm({
  passkey: { id, name },
  onClose,
  onReopen,
}: {
  passkey: Passkey
  onClose: () => void
  onReopen: () => void
}) {
  const t = useTranslations('passkeys')
  const check = useCheck()
  const rename = useNamePasskey()
  const write = (words: PasskeyName) => nameOfPasskey({ id, name: words.name.trim() })
  const { busy, failure, props, field, draft } = useStoredForm({
    key: useFormKey(`passkey:${id}`),
    version: name,
    start: { name },
    check: (words) => check(PasskeyName, words),
    send: (words) => rename.mutateAsync(write(words)),
    later: write,
    onSent: onClose,
  })
  const cancel = useDiscard(draft, onClose, onReopen)
  const isChanged = draft.isWritten && draft.baseVersion !== name
  return (
    <form
      {...props}
      aria-label={t('renameLabel', { name: name || t('unnamed') })}
      onKeyDown={onEscape(() => busy || onClose())}
      className="my-1 grid gap-3 rounded-2 bg-sunken p-3 forced-colors:border"
    >
      <DraftNotes draft={draft} elsewhere={isChanged ? 'changed' : undefined} />
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
        onCancel={cancel}
      />
    </form>
  )
}
