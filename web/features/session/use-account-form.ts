import { useEffect, useState } from 'react'
import { type FormOptions, useForm } from '../../api/use-form.ts'
import { storeTabForm, readTabForm } from '../../storage/tab-forms.ts'

/** The fields that are stored for a reload. The password is never stored, and the terms must be accepted again. */
const storedFields = ['family_name', 'first_name', 'preferred_name', 'email'] as const

type AccountWords = { [field in (typeof storedFields)[number]]?: string } & Record<string, unknown>

/**
 * Returns the form of a new account. The tab stores the names and the email address until a login (E5.17).
 * @param name the name of the form, with the id of the invitation or of the Google account
 */
export function useAccountForm<Words extends AccountWords, Answer>(name: string, form: FormOptions<Words, Answer>) {
  const state = useState<Words>(() => {
    const stored = readTabForm(name)
    const known = storedFields.filter((field) => field in form.start && field in stored)
    return { ...form.start, ...Object.fromEntries(known.map((field) => [field, stored[field]])) }
  })
  const [words] = state
  const typed = JSON.stringify(Object.fromEntries(storedFields.map((field) => [field, words[field]])))
  useEffect(() => storeTabForm(name, JSON.parse(typed) as Record<string, string>), [name, typed])
  return useForm({ ...form, stored: state })
}
