import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../api/act-dialog.tsx'
import { addressQuery, replaceAddress } from './queries.ts'

export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('teamCalendar')
  const queries = useQueryClient()
  const replace = async () => {
    queries.setQueryData(addressQuery.queryKey, await replaceAddress())
  }
  return (
    <ActDialog
      words={{
        title: t('replaceTitle'),
        about: t('replaceAbout'),
        submit: t('replaceAddress'),
        busy: t('replacing'),
        failed: () => t('addressFailed'),
        done: () => t('addressReplaced'),
      }}
      act={replace}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
