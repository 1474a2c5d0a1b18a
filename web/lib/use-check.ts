import { useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import type { FieldErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { normalisedPassword } from '#contract/normalised-password.ts'

/** What a form asks of a schema; `zod` itself need not be known for it. */
export type Schema = { safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }

/**
 * Checks what is typed by the contract's own schema, so that browser and server cannot disagree: the sentence of each field
 * that it refuses, for its first failure.
 */
export function useCheck(shortestPassword: number = limits.password) {
  const t = useTranslations('fields.errors')
  /** @param own the form's own sentences */
  return <Field extends string>(
    schema: Schema,
    input: Record<Field, unknown>,
    own: Partial<Record<FieldErrorCode, string>> = {},
  ) => {
    const sentence = (field: Field, code: FieldErrorCode) => {
      if (own[code]) return own[code]
      if (code === 'required' || code === 'passwords_differ' || code === 'invalid_characters') return t(code)
      if (code === 'invalid_email') return t('invalid_email')
      if (code === 'too_short') {
        const typed = charactersIn(normalisedPassword(String(input[field])))
        return t('too_short', { count: shortestPassword - typed })
      }
      const limit = field === 'email' ? limits.email : field.endsWith('name') ? limits.name : limits.passwordLongest
      return t('too_long', { limit })
    }
    const sentences: Partial<Record<Field, string>> = {}
    for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
      const field = path[0] as Field // every check of the contract is about a field, and carries its code as the message
      sentences[field] ??= sentence(field, message as FieldErrorCode)
    }
    return sentences
  }
}
