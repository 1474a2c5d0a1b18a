import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { unreadQuery } from '../../features/mentions/queries.ts'
import { useSession } from '../../features/session/session.tsx'
import { useMonthsForMe } from '../shared/use-months-for-me.ts'

/** Shows the number of unread comments and waiting months of "For me". Hidden if it is zero or unknown. */
export function UnreadCount(): ReactNode {
  const t = useTranslations('reads')
  const { data: unread = 0 } = useQuery(unreadQuery)
  const { waiting, toMend } = useMonthsForMe(useSession().user)
  const count = unread + waiting + toMend.length
  return (
    count > 0 && (
      <span className="t-12 tabular-nums">
        <span className="sr-only">{t('unreadCount', { count })}</span>
        <span aria-hidden>{count}</span>
      </span>
    )
  )
}
