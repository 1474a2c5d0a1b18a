import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { FieldErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

type Schema = { safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }
type Failures<Field extends string> = Partial<Record<Field, FieldErrorCode>>

/** The first failure of each field by the contract's own schema, so that browser and server cannot disagree. */
export function failuresOf<Field extends string>(schema: Schema, input: Record<Field, string>): Failures<Field> {
  const issues = schema.safeParse(input).error?.issues ?? []
  // The contract's checks carry the code as their message (contract/fields.ts).
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  ) as Failures<Field>
}

/**
 * The sentences of such failures, for a form.
 * @param shortestPassword characters that a new password has at least
 */
export function useSentences(shortestPassword: number = limits.password) {
  const t = useTranslations('fields.errors')
  return <Field extends string>(failures: Failures<Field>, input: Record<Field, string>) => {
    const sentence = (field: Field, code: FieldErrorCode) => {
      if (code === 'required' || code === 'passwords_differ' || code === 'invalid_characters') return t(code)
      if (code === 'invalid_email') return t('invalid_email')
      if (code === 'too_short') return t('too_short', { count: shortestPassword - charactersIn(input[field]) })
      const limit = field === 'email' ? limits.email : field.endsWith('name') ? limits.name : limits.passwordLongest
      return t('too_long', { limit })
    }
    const entries = Object.entries(failures) as [Field, FieldErrorCode][]
    return Object.fromEntries(entries.map(([field, code]) => [field, sentence(field, code)])) as Partial<
      Record<Field, string>
    >
  }
}
