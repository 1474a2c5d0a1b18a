import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import type { FieldProps } from '../../api/use-form.ts'
import { hasRoom } from '../../lib/has-room.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'

// The parts of a sign-up form, in a grid of two columns.

/** @param begin the field that has the focus from the start */
export function NameFields({
  field,
  begin,
}: {
  field: (name: 'family_name' | 'first_name' | 'preferred_name') => FieldProps
  begin: string | undefined
}) {
  const t = useTranslations('entrance.labels')
  const [family, first] = [field('family_name'), field('first_name')]
  return (
    <>
      <TextField
        {...family}
        tall
        label={t('familyName')}
        autoComplete="family-name"
        autoFocus={begin === 'family_name' && hasRoom()}
      />
      <TextField
        {...first}
        tall
        label={t('firstName')}
        autoComplete="given-name"
        autoFocus={begin === 'first_name' && hasRoom()}
      />
      <div className="col-span-2">
        <TextField
          {...field('preferred_name')}
          tall
          label={t('displayName')}
          hint={t('optional')}
          placeholder={`${family.value} ${first.value}`.trim()}
          autoComplete="nickname"
        />
      </div>
    </>
  )
}

/** For an address that stands already. @param begin whether the focus is here from the start */
export function PasswordFields({
  email,
  field,
  begin,
}: {
  email: string
  field: (name: 'password' | 'confirm_password') => FieldProps
  begin: boolean
}) {
  const t = useTranslations('entrance.labels')
  return (
    <>
      {/* Lets a password manager keep the address with the password. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="col-span-2">
        <TextField
          {...field('password')}
          tall
          type="password"
          label={t('password')}
          hint={t('minimum', { minimum: limits.password })}
          autoComplete="new-password"
          autoFocus={begin && hasRoom()}
        />
      </div>
      <div className="col-span-2">
        <TextField
          {...field('confirm_password')}
          tall
          type="password"
          label={t('passwordAgain')}
          autoComplete="new-password"
        />
      </div>
    </>
  )
}

/** @param licence the link to the terms of use around the words given */
export function TermsField({
  field: { name, value, error, onChange },
  licence,
}: {
  field: FieldProps<boolean>
  licence: (words: ReactNode) => ReactNode
}) {
  const t = useTranslations('entrance.signUp')
  return (
    <div className="col-span-2">
      <Checkbox name={name} checked={value} error={error} onChange={onChange}>
        {t.rich('terms', { link: licence })}
      </Checkbox>
    </div>
  )
}
