import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { AuthorMenu } from '../../ui/author-menu.tsx'
import { useDeleteInsight } from './use-delete-insight.ts'

export function InsightMenu({ insight, onEdit }: { insight: Insight; onEdit: (insight: Insight) => void }) {
  const t = useTranslations('insights')
  const remove = useDeleteInsight()
  return (
    <AuthorMenu
      words={{ actions: t('actions'), edit: t('edit'), delete: t('delete') }}
      onEdit={() => onEdit(insight)}
      onDelete={() => void remove(insight)}
    />
  )
}
