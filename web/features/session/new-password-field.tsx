import type { ComponentProps } from 'react'
import { EntranceField } from './entrance-form.tsx'

/** In a file of its own, so that the sign-in page does not load it. */
export const NewPasswordField = (field: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete'>) => (
  <EntranceField {...field} type="password" autoComplete="new-password" />
)
