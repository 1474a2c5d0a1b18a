import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replace.mutate()
  }
  return (
    <FormDialog
      title={t('replaceTitle')}
      form={{ onSubmit: submit }}
      submit={t('replaceAddress')}
      kind="danger"
      busy={replace.isPending ? t('replacing') : undefined}
      failure={replace.isError && t('addressFailed')}
      cause={replace.error}
      onClose={onClose}
    >
      <p className="t-14 text-text-2">{t('replaceAbout')}</p>
    </FormDialog>
  )
}
