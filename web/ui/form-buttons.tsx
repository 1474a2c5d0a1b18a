import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'

/**
 * The buttons at the end of a form: Cancel and the submit button.
 * @param busy the label of the submit button during the request
 * @param isHeld whether Cancel is disabled during the request
 */
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
  /** The id of the form, if the buttons are outside it. */
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
