import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { fieldMessages } from '../../api/errors.ts'
import { useSentences } from '../../lib/field-errors.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSession } from './session.tsx'
import { useSubmit } from './use-submit.ts'

const fields = [
  { name: 'family_name', label: 'familyName', autoComplete: 'family-name', half: true },
  { name: 'first_name', label: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'preferred_name', label: 'displayName', autoComplete: 'nickname', half: false },
  { name: 'password', label: 'password', autoComplete: 'new-password', half: false },
  { name: 'confirm_password', label: 'passwordAgain', autoComplete: 'new-password', half: false },
] as const
type Field = (typeof fields)[number]['name']
const names = [...fields.map(({ name }) => name), 'terms'] as const

export type AccountWords = Record<Field, string>

/**
 * An account for an address that stands already: an invitation's, or Google's. What is typed survives a refusal.
 * @param about whose account it will be, above the fields
 * @param given filled in
 * @param check what the server would refuse
 * @param namesRequired the sentence where a name is missing, if not the usual one
 * @param send makes the account: its tokens, or nothing where that was not tried; rejects where it is refused
 * @param done said to whoever is signed in
 * @param onFailed told of a refusal that is about no field
 * @param onNotSignedIn told the address of an account that was made, but could not be signed in
 */
export function AccountForm({
  email,
  about,
  given,
  check,
  namesRequired,
  submit,
  licence,
  send,
  done,
  onFailed,
  onNotSignedIn,
}: {
  email: string
  about: ReactNode
  given?: Partial<AccountWords>
  check: (words: AccountWords) => Partial<Record<Field, FieldErrorCode>>
  namesRequired?: string
  submit: string
  licence: (words: ReactNode) => ReactNode
  send: (words: AccountWords) => Promise<Parameters<ReturnType<typeof useSession>['signIn']>[0] | undefined>
  done?: string
  onFailed: (error: unknown) => void
  onNotSignedIn: (email: string) => void
}) {
  const t = useTranslations('entrance.signUp')
  const labels = useTranslations('entrance.labels')
  const sentences = useSentences(limits.password)
  const { signIn } = useSession()
  const [words, setWords] = useState<AccountWords>({
    family_name: '',
    first_name: '',
    preferred_name: '',
    password: '',
    confirm_password: '',
    ...given,
  })
  const [agreed, setAgreed] = useState(false)
  const { errors, show, clear } = useErrors(names)
  const firstEmpty = fields.find(({ name }) => words[name] === '' && name !== 'preferred_name')?.name
  const [begin] = useState(firstEmpty)

  const { busy, onSubmit } = useSubmit(async (form) => {
    const found = sentences(check(words), words)
    for (const name of ['family_name', 'first_name'] as const)
      if (namesRequired && words[name].trim() === '') found[name] = namesRequired
    if (show({ ...found, ...(agreed ? {} : { terms: t('termsRequired') }) }, form)) return
    let tokens
    try {
      tokens = await send(words)
    } catch (error) {
      if (!show(fieldMessages(error), form)) onFailed(error)
      return
    }
    if (!tokens) return
    try {
      await signIn(tokens)
      if (done) toast.success(done)
    } catch (error) {
      console.info('The new account could not be signed in', error)
      toast.success(t('done'))
      onNotSignedIn(email)
    }
  })

  const hints: Partial<Record<Field, string>> = {
    preferred_name: labels('optional'),
    password: labels('minimum', { minimum: limits.password }),
  }
  const edit = (name: Field) => (value: string) => {
    setWords((before) => ({ ...before, [name]: value }))
    clear(name)
  }
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="grid grid-cols-2 gap-x-3 gap-y-4">
      <div className="col-span-2">{about}</div>
      {/* Lets a password manager keep the address with the password. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ name, label, autoComplete, half }) => (
        <div key={name} className={half ? '' : 'col-span-2'}>
          <TextField
            tall
            name={name}
            type={name === 'password' || name === 'confirm_password' ? 'password' : 'text'}
            label={labels(label)}
            hint={hints[name]}
            autoComplete={autoComplete}
            placeholder={name === 'preferred_name' ? `${words.family_name} ${words.first_name}`.trim() : undefined}
            autoFocus={name === begin && hasRoom()}
            readOnly={busy}
            value={words[name]}
            error={errors[name]}
            onChange={edit(name)}
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
          {t.rich('terms', { link: licence })}
        </Checkbox>
      </div>
      <div className="col-span-2">
        <Button kind="primary" wide type="submit" busy={busy ? t('submitting') : undefined}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
