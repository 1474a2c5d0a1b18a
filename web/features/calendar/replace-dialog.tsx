import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog, formOf } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressQuery, replaceAddress } from './queries.ts'

/** The last step before the calendars that have the address lose it. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('teamCalendar')
  const queries = useQueryClient()
  const replace = useMutation({
    networkMode: 'always',
    mutationFn: replaceAddress,
    onSuccess: (replaced) => {
      queries.setQueryData(addressQuery.queryKey, replaced)
      toast.success(t('addressReplaced'))
      onClose()
    },
  })
  const words = {
    title: t('replaceTitle'),
    submit: t('replaceAddress'),
    sending: t('replacing'),
    failed: t('addressFailed'),
  }
  const form = formOf(replace, () => replace.mutate())
  return (
    <FormDialog form={form} words={words} kind="danger" onClose={onClose}>
      <p className="t-14 text-text-2">{t('replaceAbout')}</p>
    </FormDialog>
  )
}
