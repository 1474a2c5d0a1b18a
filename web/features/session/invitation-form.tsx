import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Acceptance, type InvitationInfo } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import { ApiError, fieldMessages, serverMessage } from '../../api/errors.ts'
import { failuresOf, useSentences } from '../../lib/field-errors.ts'
import { hasRoom } from '../../lib/media.ts'
import { useErrors } from '../../lib/use-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { acceptInvitation } from './queries.ts'
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

/** The sign-up of somebody who is invited: the address stands (specification 5, Invitation acceptance). */
export function InvitationForm({
  info,
  licence,
  onAccepted,
  onRefused,
}: {
  info: Partial<InvitationInfo>
  licence: (words: ReactNode) => ReactNode
  /** Signed in: before the screens of members are shown. */
  onAccepted: () => void
  /** The invitation no longer stands. */
  onRefused: () => void
}) {
  const t = useTranslations('session')
  const sentences = useSentences(limits.password)
  const { signIn } = useSession()
  const [words, setWords] = useState<Record<Field, string>>({
    family_name: '',
    first_name: '',
    preferred_name: '',
    password: '',
    confirm_password: '',
  })
  const [agreed, setAgreed] = useState(false)
  const { errors, show, clear } = useErrors(names)

  const { busy, onSubmit } = useSubmit(async (form) => {
    const acceptance = { id: info.id ?? '', ...words }
    const found = sentences(failuresOf(Acceptance, acceptance), acceptance)
    for (const name of ['family_name', 'first_name'] as const)
      if (words[name].trim() === '') found[name] = t('invitation.namesRequired')
    if (show({ ...found, ...(agreed ? {} : { terms: t('signUp.termsRequired') }) }, form)) return
    if (!info.id) {
      toast.error(t('invitation.noDetails'))
      return
    }
    try {
      const { access_token, refresh_token } = await acceptInvitation(acceptance)
      if (!access_token) throw new Error('accepted without a token')
      onAccepted()
      await signIn({ access_token, ...(refresh_token ? { refresh_token } : {}) })
    } catch (error) {
      if (show(fieldMessages(error), form)) return
      const reason = serverMessage(error)
      toast.error(reason ? t('invitation.acceptFailedBecause', { reason }) : t('invitation.acceptFailed'))
      if (error instanceof ApiError && [404, 409, 410].includes(error.status)) onRefused()
    }
  })

  const hints: Partial<Record<Field, string>> = {
    preferred_name: t('labels.optional'),
    password: t('labels.minimum', { minimum: limits.password }),
  }
  const edit = (name: Field) => (value: string) => {
    setWords((before) => ({ ...before, [name]: value }))
    clear(name)
  }
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="grid grid-cols-2 gap-x-3 gap-y-4">
      <dl className="col-span-2">
        <dt className="t-13b">{t('labels.email')}</dt>
        <dd dir="auto" className="mt-1 t-14 text-text-2">
          {info.email}
        </dd>
      </dl>
      {/* Lets a password manager keep the address with the password. */}
      <input type="email" name="username" autoComplete="username" value={info.email ?? ''} readOnly hidden />
      {fields.map(({ name, label, autoComplete, half }, index) => (
        <div key={name} className={half ? '' : 'col-span-2'}>
          <TextField
            tall
            name={name}
            type={name === 'password' || name === 'confirm_password' ? 'password' : 'text'}
            label={t(`labels.${label}`)}
            hint={hints[name]}
            autoComplete={autoComplete}
            placeholder={name === 'preferred_name' ? `${words.family_name} ${words.first_name}`.trim() : undefined}
            autoFocus={index === 0 && hasRoom()}
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
          {t.rich('signUp.terms', { link: licence })}
        </Checkbox>
      </div>
      <div className="col-span-2">
        <Button kind="primary" wide type="submit" busy={busy ? t('signUp.submitting') : undefined}>
          {t('invitation.accept')}
        </Button>
      </div>
    </form>
  )
}
