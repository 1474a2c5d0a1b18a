import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '../../api/use-form.ts'
import { isTabletOrWider } from '../../platform/wide-screen.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFailureReason } from './use-failure-reason.ts'

type EntranceFieldProps = Omit<ComponentProps<typeof TextField>, 'tall' | 'autoFocus'> & {
  /** Whether the field has the focus at first, except on phones. */
  startsFocused?: boolean
}

export const EntranceField = ({ startsFocused = false, ...field }: EntranceFieldProps) => (
  <TextField {...field} tall autoFocus={startsFocused && isTabletOrWider()} />
)

export function EntranceForm({
  form: { busy, failure, props },
  failed,
  submit,
  sending,
  children,
}: {
  form: Pick<ReturnType<typeof useForm>, 'busy' | 'failure' | 'props'>
  failed: string
  submit: string
  sending: string
  children: ReactNode
}) {
  const reasonOf = useFailureReason()
  return (
    <form {...props} className="flex flex-col gap-4">
      {children}
      <FormFailure failure={failure !== undefined && failed} reason={reasonOf(failure)} cause={failure} />
      <Button kind="primary" wide type="submit" busy={busy ? sending : undefined}>
        {submit}
      </Button>
    </form>
  )
}
