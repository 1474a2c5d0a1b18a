import type { ComponentProps } from 'react'
import { EntranceField } from './entrance-form.tsx'

/** A separate file, because the sign-in page does not need it. */
export const NewPasswordField = (field: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete'>) => (
  <EntranceField {...field} type="password" autoComplete="new-password" />
)
