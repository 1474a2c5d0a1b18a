import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { unreadQuery } from './queries.ts'

/** How many comments that are for me are unread; nothing where there are none, or nobody knows. */
export function UnreadCount(): ReactNode {
  const t = useTranslations('reads')
  const { data: count } = useQuery(unreadQuery)
  return (
    Boolean(count) && (
      <span className="t-12 tabular-nums">
        <span className="sr-only">{t('unreadGroup', { count: count! })}</span>
        <span aria-hidden>{count}</span>
      </span>
    )
  )
}
