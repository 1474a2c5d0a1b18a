import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { loginPattern } from '#contract/email-pattern.ts'
import { useForm } from '../../api/use-form.ts'
import { EntranceField, EntranceForm } from './entrance-form.tsx'
import { login } from './queries.ts'
import { useSession } from './session.tsx'

/**
 * @param email filled in, for somebody who has just signed up
 * @param focused whether the page begins with it, on screens with room
 * @param onInput told that somebody is about to sign in
 * @param forgotten the way to a new password, for the address typed so far; absent where no mail can be sent
 */
export function LoginForm({
  email,
  focused,
  onInput,
  forgotten,
}: {
  email: string
  focused: boolean
  onInput: () => void
  forgotten: ((email: string) => ReactNode) | undefined
}) {
  const t = useTranslations('session')
  const wrong = useTranslations('fields.errors')
  const { signIn } = useSession()
  const form = useForm({
    start: { email, password: '' },
    // S5.04, S5.05; without a schema, whose library the first page would have to load.
    check: ({ email, password }) => ({
      email: loginPattern.test(email.trim()) ? undefined : wrong(email.trim() ? 'invalid_email' : 'required'),
      password: password ? undefined : wrong('required'),
    }),
    send: async ({ email, password }) => signIn(await login(email.trim(), password)),
    onChange: onInput,
  })
  return (
    <EntranceForm form={form} failed={t('login.failed')} submit={t('login.submit')} sending={t('login.submitting')}>
      <EntranceField
        {...form.field('email')}
        type="email"
        label={t('labels.email')}
        autoComplete="username webauthn"
        begins={focused && email === ''}
      />
      <div className="relative">
        <EntranceField
          {...form.field('password')}
          type="password"
          label={t('labels.password')}
          autoComplete="current-password"
          begins={focused && email !== ''}
        />
        <div className="absolute top-0 right-0 flex h-5 items-center t-12">{forgotten?.(form.words.email)}</div>
      </div>
    </EntranceForm>
  )
}
