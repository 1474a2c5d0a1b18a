import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordResetRequest } from '#contract/users.ts'
import { fieldMessages } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Failure, FormFailure, useReason } from './form-failure.tsx'
import { requestPasswordReset } from './queries.ts'
import { useSubmit } from './use-submit.ts'

/** Asks for the mail with the link. @param onSent told the address, whether it has an account or not */
export function ResetRequestForm({ email: given, onSent }: { email: string; onSent: (email: string) => void }) {
  const t = useTranslations('entrance')
  const sentences = useSentences()
  const reasonOf = useReason()
  const [email, setEmail] = useState(given)
  const [failure, setFailure] = useState<Failure>()
  const { errors, show, clear } = useErrors(['email'])

  const { busy, onSubmit } = useSubmit(async (form) => {
    setFailure(undefined)
    const words = { email: email.trim() }
    if (show(sentences(failuresOf(PasswordResetRequest, words), words), form)) return
    try {
      await requestPasswordReset(words.email)
      onSent(words.email)
    } catch (error) {
      if (!show(fieldMessages(error), form)) setFailure({ title: t('reset.sendFailed'), reason: reasonOf(error) })
    }
  })

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="flex flex-col gap-4">
      <TextField
        tall
        name="email"
        type="email"
        label={t('labels.email')}
        autoComplete="username"
        autoFocus={hasRoom()}
        readOnly={busy}
        value={email}
        error={errors.email}
        onChange={(value) => {
          setEmail(value)
          clear('email')
          setFailure(undefined)
        }}
      />
      <FormFailure failure={failure} />
      <Button kind="primary" wide type="submit" busy={busy ? t('reset.sending') : undefined}>
        {t('reset.send')}
      </Button>
    </form>
  )
}
