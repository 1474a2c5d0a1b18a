import { type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loginPattern } from '#contract/email-pattern.ts'
import { ApiError } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { EntranceField, EntranceForm } from './entrance-form.tsx'
import { login } from './queries.ts'
import { useSession } from './session.tsx'

const LoginWait = lazyPart(async () => ({ default: (await import('./login-wait.tsx')).LoginWait }))

/**
 * @param email the initial address, for a member who has just signed up
 * @param focused whether the form has the focus at first, except on phones
 * @param onInput called when the member begins to type
 * @param forgotten renders a link to a new password for the typed address; absent if no email can be sent
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
  forgotten: ((email: string, words?: ReactNode) => ReactNode) | undefined
}) {
  const t = useTranslations('session')
  const wrong = useTranslations('fields.errors')
  const { signIn } = useSession()
  /** When the next attempt for this address is allowed, in milliseconds since the epoch. */
  const [waitUntil, setWaitUntil] = useState<number>()
  const form = useForm({
    start: { email, password: '' },
    // S5.04, S5.05. Checked without a schema, because the first page must not load the schema library.
    check: ({ email, password }) => ({
      email: loginPattern.test(email) ? undefined : wrong(email ? 'invalid_email' : 'required'),
      password: password ? undefined : wrong('required'),
    }),
    send: async ({ email, password }) => signIn(await login(email, password)),
    onFailed: (error) => setWaitUntil(waitOf(error)),
    onChange: onInput,
  })
  return (
    <EntranceForm form={form} failed={t('login.failed')} submit={t('login.submit')} sending={t('login.submitting')}>
      <EntranceField
        {...form.field('email')}
        type="email"
        label={t('labels.email')}
        autoComplete="username webauthn"
        startsFocused={focused && email === ''}
      />
      <div className="relative pointer-coarse:*:gap-3">
        <EntranceField
          {...form.field('password')}
          type="password"
          label={t('labels.password')}
          autoComplete="current-password"
          startsFocused={focused && email !== ''}
        />
        <div className="absolute top-0 right-0 flex h-5 items-center t-12">{forgotten?.(form.words.email)}</div>
      </div>
      {waitUntil !== undefined && (
        <Suspense>
          <LoginWait
            key={waitUntil}
            until={waitUntil}
            byMail={forgotten && ((words) => forgotten(form.words.email, words))}
          />
        </Suspense>
      )}
    </EntranceForm>
  )
}

const waitOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many_attempts' && error.retryAfterMs !== undefined
    ? Date.now() + error.retryAfterMs
    : undefined
