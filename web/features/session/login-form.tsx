import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { emailPattern } from '#contract/email-pattern.ts'
import { useForm } from '../../api/use-form.ts'
import { hasRoom } from '../../lib/has-room.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormFailure, useReason } from './form-failure.tsx'
import { login } from './queries.ts'
import { useSession } from './session.tsx'

/**
 * @param email filled in, for somebody who has just signed up
 * @param onInput told that somebody is about to sign in
 * @param forgotten the way to a new password, for the address typed so far; absent where no mail can be sent
 */
export function LoginForm({
  email,
  onInput,
  forgotten,
}: {
  email: string
  onInput: () => void
  forgotten: ((email: string) => ReactNode) | undefined
}) {
  const t = useTranslations('session')
  const wrong = useTranslations('fields.errors')
  const reasonOf = useReason()
  const { signIn } = useSession()
  const { words, busy, failure, props, field } = useForm({
    start: { email, password: '' },
    // S5.04, S5.05; without a schema, whose library the first page would have to load.
    check: ({ email, password }) => ({
      email: emailPattern.test(email.trim()) ? undefined : wrong(email.trim() ? 'invalid_email' : 'required'),
      password: password ? undefined : wrong('required'),
    }),
    send: async ({ email, password }) => signIn(await login(email.trim(), password)),
  })
  return (
    <form {...props} onInput={onInput} className="flex flex-col gap-4">
      <TextField
        {...field('email')}
        tall
        type="email"
        label={t('labels.email')}
        autoComplete="username"
        autoFocus={email === '' && hasRoom()}
      />
      <div className="relative">
        <TextField
          {...field('password')}
          tall
          type="password"
          label={t('labels.password')}
          autoComplete="current-password"
          autoFocus={email !== '' && hasRoom()}
        />
        <div className="absolute top-0 right-0 flex h-5 items-center t-12">{forgotten?.(words.email)}</div>
      </div>
      <FormFailure failure={failure !== undefined && t('login.failed')} reason={reasonOf(failure)} />
      <Button kind="primary" wide type="submit" busy={busy ? t('login.submitting') : undefined}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
