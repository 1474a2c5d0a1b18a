import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { useOnline } from '../../lib/online.ts'
import { Menu } from '../../ui/menu.tsx'
import { useDeleteInsight } from './use-delete-insight.ts'

/** What its author can do with an insight. */
export function InsightMenu({ insight, onEdit }: { insight: Insight; onEdit: (insight: Insight) => void }) {
  const t = useTranslations('insights')
  const offline = useTranslations('states')('offline')
  const disabledBecause = useOnline() ? undefined : offline
  const remove = useDeleteInsight()
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Menu
      label={t('actions')}
      placement="[position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline,flip-block]"
      className="icon-button size-8 shrink-0 pointer-coarse:size-11"
      items={[
        { label: t('edit'), icon: <Pencil {...icon} />, disabledBecause, onSelect: () => onEdit(insight) },
        {
          label: t('delete'),
          icon: <Trash2 {...icon} />,
          disabledBecause,
          onSelect: () => void remove(insight),
          apart: true,
        },
      ]}
    >
      <Ellipsis {...icon} />
      <span className="sr-only">{t('actions')}</span>
    </Menu>
  )
}
