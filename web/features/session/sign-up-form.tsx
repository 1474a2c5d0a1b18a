import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { Registration } from '#contract/users.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { register } from './queries.ts'
import { useSubmit } from './use-submit.ts'

const fields = [
  { name: 'family_name', label: 'familyName', autoComplete: 'family-name', half: true },
  { name: 'first_name', label: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'preferred_name', label: 'displayName', autoComplete: 'nickname', half: false },
  { name: 'email', label: 'email', autoComplete: 'email', half: false },
  { name: 'password', label: 'password', autoComplete: 'new-password', half: false },
] as const
type Field = (typeof fields)[number]['name']
const names = [...fields.map(({ name }) => name), 'terms'] as const

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
  const sentences = useSentences(limits.signUpPassword)
  const [words, setWords] = useState(given)
  const [agreed, setAgreed] = useState(false)
  const [leftPassword, setLeftPassword] = useState(false)
  const { errors, show, clear } = useErrors(names)

  const { busy, onSubmit } = useSubmit(async (form) => {
    const terms = agreed ? {} : { terms: t('signUp.termsRequired') }
    if (show({ ...sentences(failuresOf(Registration, words), words), ...terms }, form)) return
    let user
    try {
      user = await register(words)
    } catch (error) {
      if (!show(refusals(error), form)) toast.error(refusal(error) ?? t('signUp.failed'))
      return
    }
    if (user.is_active === false) return onWaiting(words)
    toast.success(t('signUp.done'))
    onDone(words.email)
  })

  const missing = limits.signUpPassword - charactersIn(words.password)
  const tooShort =
    words.password !== '' && missing > 0 ? sentences({ password: 'too_short' }, words).password : undefined
  const hints: Partial<Record<Field, string>> = {
    preferred_name: t('labels.optional'),
    password: t('labels.minimum', { minimum: limits.signUpPassword }),
  }
  const edit = (name: Field) => (value: string) => {
    setWords((before) => ({ ...before, [name]: value }))
    clear(name)
  }

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="grid grid-cols-2 gap-x-3 gap-y-4">
      {fields.map(({ name, label, autoComplete, half }, index) => (
        <div key={name} className={half ? '' : 'col-span-2'}>
          <TextField
            tall
            name={name}
            type={name === 'email' || name === 'password' ? name : 'text'}
            label={t(`labels.${label}`)}
            hint={hints[name]}
            autoComplete={autoComplete}
            placeholder={name === 'preferred_name' ? `${words.family_name} ${words.first_name}`.trim() : undefined}
            autoFocus={index === 0 && hasRoom()}
            readOnly={busy}
            value={words[name]}
            error={errors[name] ?? (name === 'password' && leftPassword ? tooShort : undefined)}
            note={name === 'password' ? tooShort : undefined}
            onChange={edit(name)}
            onBlur={name === 'password' ? () => setLeftPassword(true) : undefined}
          />
        </div>
      ))}
      <div className="col-span-2">
        <Checkbox
          name="terms"
          checked={agreed}
          error={errors.terms}
          onChange={(checked) => {
            setAgreed(checked)
            clear('terms')
          }}
        >
          {t.rich('signUp.terms', { link: licence })}
        </Checkbox>
      </div>
      <div className="col-span-2">
        <Button kind="primary" wide type="submit" busy={busy ? t('signUp.submitting') : undefined}>
          {t('signUp.title')}
        </Button>
      </div>
    </form>
  )
}

/** What the server refused, at the field that it is about. */
function refusals(error: unknown): Record<string, string> {
  const about = error instanceof ApiError && (error.code === 'email_taken' || error.code === 'email_domain_refused')
  return about && error.serverMessage ? { email: error.serverMessage } : fieldMessages(error)
}

/** Trying again does not help: too many attempts, or invitations only. */
const final: ReadonlySet<ErrorCode | undefined> = new Set(['too_many_attempts', 'sign_up_closed', 'sign_up_needs_mail'])

/** The server's sentence where it is of use. */
export const refusal = (error: unknown) =>
  error instanceof ApiError && final.has(error.code) ? error.serverMessage : undefined
