import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { emailPattern } from '#contract/email-pattern.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Failure, FormFailure, useReason } from './form-failure.tsx'
import { login } from './queries.ts'
import { useSession } from './session.tsx'
import { useSubmit } from './use-submit.ts'

/**
 * @param email filled in, for somebody who has just signed up
 * @param onInput told that somebody is about to sign in
 * @param forgotten the way to a new password, for the address typed so far; absent where no mail can be sent
 */
export function LoginForm({
  email: given,
  onInput,
  forgotten,
}: {
  email: string
  onInput: () => void
  forgotten: ((email: string) => ReactNode) | undefined
}) {
  const t = useTranslations('session')
  const { signIn } = useSession()
  const reasonOf = useReason()
  const [email, setEmail] = useState(given)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const { errors, show, clear } = useErrors(['email', 'password'])
  const wrong = useWrong()

  const { busy, onSubmit } = useSubmit(async (form) => {
    setFailure(undefined)
    if (show(wrong(email, password), form)) return
    try {
      await signIn(await login(email.trim(), password))
    } catch (error) {
      setFailure({ title: t('login.failed'), reason: reasonOf(error) })
    }
  })

  const edit = (field: 'email' | 'password', set: (value: string) => void) => (value: string) => {
    set(value)
    clear(field)
    setFailure(undefined)
  }

  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput} aria-busy={busy} className="flex flex-col gap-4">
      <TextField
        tall
        name="email"
        type="email"
        label={t('labels.email')}
        autoComplete="username"
        autoFocus={given === '' && hasRoom()}
        readOnly={busy}
        value={email}
        error={errors.email}
        onChange={edit('email', setEmail)}
      />
      <div className="relative">
        <TextField
          tall
          name="password"
          type="password"
          label={t('labels.password')}
          autoComplete="current-password"
          autoFocus={given !== '' && hasRoom()}
          readOnly={busy}
          value={password}
          error={errors.password}
          onChange={edit('password', setPassword)}
        />
        <div className="absolute top-0 right-0 flex h-5 items-center t-12">{forgotten?.(email)}</div>
      </div>
      <FormFailure failure={failure} />
      <Button kind="primary" wide type="submit" busy={busy ? t('login.submitting') : undefined}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

/** S5.04, S5.05. */
function useWrong() {
  const t = useTranslations('fields.errors')
  return (email: string, password: string) => ({
    ...(email.trim() === ''
      ? { email: t('required') }
      : emailPattern.test(email.trim())
        ? {}
        : { email: t('invalid_email') }),
    ...(password === '' ? { password: t('required') } : {}),
  })
}
