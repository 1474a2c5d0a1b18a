import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { FormButtons } from './form-buttons.tsx'
import { FormFailure } from './form-failure.tsx'

/**
 * Shows the error and the two buttons of a form that is part of a page. Spans all columns of the form.
 * @param isSaving whether the form is being sent
 */
export function SaveOrCancel({
  isSaving,
  onCancel,
  ...refused
}: ComponentProps<typeof FormFailure> & {
  isSaving: boolean
  onCancel: () => void
}) {
  const t = useTranslations('actions')
  return (
    <div className="col-span-full flex flex-wrap justify-end gap-x-2 gap-y-4">
      <div className="basis-full empty:hidden">
        <FormFailure {...refused} />
      </div>
      <FormButtons submit={t('save')} busy={isSaving ? t('saving') : undefined} onCancel={onCancel} />
    </div>
  )
}
