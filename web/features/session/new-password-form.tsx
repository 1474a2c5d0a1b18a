import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { PasswordReset } from '#contract/users.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Failure, FormFailure, useReason } from './form-failure.tsx'
import { resetPassword } from './queries.ts'
import { useSubmit } from './use-submit.ts'

const fields = [
  { name: 'new_password', label: 'newPassword' },
  { name: 'confirm_password', label: 'confirmPassword' },
] as const
const names = fields.map(({ name }) => name)

/** @param token from the mail's link @param onInvalid the link is spent, expired or none of ours */
export function NewPasswordForm({
  token,
  onDone,
  onInvalid,
}: {
  token: string
  onDone: () => void
  onInvalid: () => void
}) {
  const t = useTranslations('entrance')
  const sentences = useSentences()
  const reasonOf = useReason()
  const [words, setWords] = useState({ new_password: '', confirm_password: '' })
  const [failure, setFailure] = useState<Failure>()
  const { errors, show, clear } = useErrors(names)

  const { busy, onSubmit } = useSubmit(async (form) => {
    setFailure(undefined)
    const reset = { token, ...words }
    if (show(sentences(failuresOf(PasswordReset, reset), reset), form)) return
    try {
      await resetPassword(reset)
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_invalid') onInvalid()
      else if (!show(fieldMessages(error), form)) setFailure({ title: t('reset.saveFailed'), reason: reasonOf(error) })
    }
  })

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="flex flex-col gap-4">
      {fields.map(({ name, label }, index) => (
        <TextField
          key={name}
          tall
          name={name}
          type="password"
          label={t(`labels.${label}`)}
          hint={index === 0 ? t('labels.minimum', { minimum: limits.password }) : undefined}
          autoComplete="new-password"
          autoFocus={index === 0 && hasRoom()}
          readOnly={busy}
          value={words[name]}
          error={errors[name]}
          onChange={(value) => {
            setWords((before) => ({ ...before, [name]: value }))
            clear(name)
            setFailure(undefined)
          }}
        />
      ))}
      <FormFailure failure={failure} />
      <Button kind="primary" wide type="submit" busy={busy ? t('reset.saving') : undefined}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
