import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import type { FieldProps } from '../ui/controlled-props.ts'
import { TextField } from '../ui/text-field.tsx'

export function TeamNameField({ disabled, ...field }: FieldProps & { disabled: boolean }) {
  const t = useTranslations('teamSettings')
  return (
    <TextField {...field} label={t('name')} maxLength={limits.name} disabled={disabled} autoComplete="organization" />
  )
}
