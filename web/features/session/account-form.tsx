import { type ComponentProps, type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import { fullName, nameOrder } from '#contract/names.ts'
import type { useForm } from '../../api/use-form.ts'
import type { FieldProps } from '../../ui/controlled-props.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { EntranceField } from './entrance-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export function AccountForm({
  form: { busy, props },
  terms,
  licence,
  submit,
  children,
  ...refused
}: ComponentProps<typeof FormFailure> & {
  form: Pick<ReturnType<typeof useForm>, 'busy' | 'props'>
  terms: FieldProps<boolean>
  /** Renders a link to the terms of use around the given text. */
  licence: (words: ReactNode) => ReactNode
  submit: string
  children: ReactNode
}) {
  const t = useTranslations('entrance.signUp')
  return (
    <form {...props} className="grid grid-cols-2 gap-x-3 gap-y-4">
      {children}
      <div className="col-span-2">
        <Checkbox name={terms.name} checked={terms.value} error={terms.error} onChange={terms.onChange}>
          {t.rich('terms', { link: licence })}
        </Checkbox>
      </div>
      <div className="col-span-2 empty:hidden">
        <FormFailure {...refused} />
      </div>
      <div className="col-span-2">
        <Button kind="primary" wide type="submit" busy={busy ? t('submitting') : undefined}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const namePart = {
  family_name: { label: 'familyName', autoComplete: 'family-name' },
  first_name: { label: 'firstName', autoComplete: 'given-name' },
} as const

/**
 * Shows the name fields in the order of the language.
 * @param startsFocused whether the first empty field has the focus at first
 */
export function NameFields({
  field,
  startsFocused = true,
}: {
  field: (name: 'family_name' | 'first_name' | 'preferred_name') => FieldProps
  startsFocused?: boolean
}) {
  const t = useTranslations('entrance.labels')
  const language = useLocale()
  const parts = nameOrder(language)
  const [focusedPart] = useState(() =>
    startsFocused ? (parts.find((part) => field(part).value === '') ?? parts[0]) : undefined,
  )
  const names = { family_name: field('family_name').value, first_name: field('first_name').value }
  return (
    <>
      {parts.map((part) => (
        <EntranceField
          key={part}
          {...field(part)}
          label={t(namePart[part].label)}
          autoComplete={namePart[part].autoComplete}
          startsFocused={focusedPart === part}
        />
      ))}
      <div className="col-span-2">
        <EntranceField
          {...field('preferred_name')}
          label={t('displayName')}
          hint={t('optional')}
          placeholder={fullName(language, names)}
          autoComplete="nickname"
        />
      </div>
    </>
  )
}

/** @param startsFocused whether the first field has the focus at first */
export function PasswordFields({
  email,
  field,
  startsFocused = false,
}: {
  email: string
  field: (name: 'password' | 'confirm_password') => FieldProps
  startsFocused?: boolean
}) {
  const t = useTranslations('entrance.labels')
  const hint = t('minimum', { minimum: limits.password })
  return (
    <>
      {/* Lets a password manager store the address with the password. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="col-span-2">
        <NewPasswordField {...field('password')} label={t('password')} hint={hint} startsFocused={startsFocused} />
      </div>
      <div className="col-span-2">
        <NewPasswordField {...field('confirm_password')} label={t('passwordAgain')} />
      </div>
    </>
  )
}
