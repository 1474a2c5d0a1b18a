import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
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
  return (
    <ConfirmDialog
      title={t('replaceTitle')}
      about={t('replaceAbout')}
      submit={t('replaceAddress')}
      busy={replace.isPending && t('replacing')}
      failed={replace.isError && t('addressFailed')}
      cause={replace.error}
      onConfirm={() => replace.mutate()}
      onClose={onClose}
    />
  )
}
