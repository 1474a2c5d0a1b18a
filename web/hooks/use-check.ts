import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { FieldErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { normalisedPassword } from '#contract/normalised-password.ts'

/** The part of a zod schema that forms use. With this type, forms do not have to load `zod`. */
export type Schema = { safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }

/**
 * Validates a form with the schema of the contract, so that browser and server agree. Returns a sentence for the first
 * failure of each invalid field.
 */
export function useCheck(shortestPassword: number = limits.password) {
  const t = useTranslations('fields.errors')
  /** @param own error sentences of this form */
  return <Field extends string>(
    schema: Schema,
    input: Record<Field, unknown>,
    own: Partial<Record<FieldErrorCode, string>> = {},
  ) => {
    const sentence = (field: Field, code: FieldErrorCode) => {
      if (own[code]) return own[code]
      if (code === 'passwords_differ' && input[field] === '') return t('required')
      if (code === 'required' || code === 'passwords_differ' || code === 'invalid_characters') return t(code)
      if (code === 'invalid_email') return t('invalid_email')
      if (code === 'too_short') {
        const typed = charactersIn(normalisedPassword(String(input[field])))
        return t('too_short', { count: shortestPassword - typed })
      }
      const limit = field === 'email' ? limits.email : field.endsWith('name') ? limits.name : limits.passwordLongest
      const over = Math.max(1, charactersIn(String(input[field]).trim()) - limit)
      return t('too_long', { limit, over })
    }
    const sentences: Partial<Record<Field, string>> = {}
    for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
      const field = path[0] as Field // each check of the contract names a field and an error code
      sentences[field] ??= sentence(field, message as FieldErrorCode)
    }
    return sentences
  }
}
