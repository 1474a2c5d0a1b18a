import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { Registration } from '#contract/users.ts'
import { ApiError } from '../../api/errors.ts'
import { useForm } from '../../api/use-form.ts'
import { useCheck } from '../../lib/use-check.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { NameFields, TermsField } from './account-fields.tsx'
import { register } from './queries.ts'

const nothing: Registration = { family_name: '', first_name: '', preferred_name: '', email: '', password: '' }

/**
 * @param given what was sent before, to be put right
 * @param licence the link to the terms of use around the words given
 * @param onDone told the address that now has an account
 * @param onWaiting told what was sent, where the account waits for its mailed link
 */
export function SignUpForm({
  given = nothing,
  licence,
  onDone,
  onWaiting,
}: {
  given?: Registration | undefined
  licence: (words: ReactNode) => ReactNode
  onDone: (email: string) => void
  onWaiting: (sent: Registration) => void
}) {
  const t = useTranslations('entrance')
  const check = useCheck(limits.signUpPassword)
  const [leftPassword, setLeftPassword] = useState(false)
  const { words, busy, props, field } = useForm({
    start: { ...given, terms: false },
    check: (words) => ({
      ...check(Registration, words),
      terms: words.terms ? undefined : t('signUp.termsRequired'),
    }),
    send: async ({ terms: _terms, ...registration }) => {
      const { is_active } = await register(registration)
      if (is_active === false) return onWaiting(registration)
      toast.success(t('signUp.done'))
      onDone(registration.email)
    },
    fieldOf: { email_taken: 'email', email_domain_refused: 'email' },
    onFailed: (error) => toast.error(refusal(error) ?? t('signUp.failed')),
  })

  const password = field('password')
  const isShort = words.password !== '' && charactersIn(words.password) < limits.signUpPassword
  const tooShort = isShort ? check(Registration, words).password : undefined
  return (
    <form {...props} className="grid grid-cols-2 gap-x-3 gap-y-4">
      <NameFields field={field} begin="family_name" />
      <div className="col-span-2">
        <TextField {...field('email')} tall type="email" label={t('labels.email')} autoComplete="email" />
      </div>
      <div className="col-span-2">
        <TextField
          {...password}
          tall
          type="password"
          label={t('labels.password')}
          hint={t('labels.minimum', { minimum: limits.signUpPassword })}
          autoComplete="new-password"
          error={password.error ?? (leftPassword ? tooShort : undefined)}
          note={tooShort}
          onBlur={() => setLeftPassword(true)}
        />
      </div>
      <TermsField field={field('terms')} licence={licence} />
      <div className="col-span-2">
        <Button kind="primary" wide type="submit" busy={busy ? t('signUp.submitting') : undefined}>
          {t('signUp.title')}
        </Button>
      </div>
    </form>
  )
}

/** Trying again does not help: too many attempts, or invitations only. */
const final: ReadonlySet<ErrorCode | undefined> = new Set(['too_many_attempts', 'sign_up_closed', 'sign_up_needs_mail'])

/** The server's sentence where it is of use. */
export const refusal = (error: unknown) =>
  error instanceof ApiError && final.has(error.code) ? error.serverMessage : undefined
