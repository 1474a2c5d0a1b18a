import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'

/** What ends a form. @param busy what the second says while it is sent @param isHeld whether it cannot be left meanwhile */
export function FormButtons({
  submit,
  kind = 'primary',
  form,
  disabled,
  busy,
  isHeld = false,
  onCancel,
}: {
  submit: string
  kind?: 'primary' | 'line' | 'danger'
  /** The id of theirs, where they stand outside of it. */
  form?: string
  disabled?: boolean
  busy: string | undefined
  isHeld?: boolean
  onCancel: () => void
}) {
  const t = useTranslations('actions')
  return (
    <>
      <Button kind="ghost" disabled={isHeld && busy !== undefined} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button kind={kind} type="submit" form={form} disabled={disabled} busy={busy}>
        {submit}
      </Button>
    </>
  )
}
