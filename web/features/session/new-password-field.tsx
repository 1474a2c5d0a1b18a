import type { ComponentProps } from 'react'
import { EntranceField } from './entrance-form.tsx'

/** Where a password is chosen. Apart, since the sign-in page has none. */
export const NewPasswordField = (field: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete'>) => (
  <EntranceField {...field} type="password" autoComplete="new-password" />
)
