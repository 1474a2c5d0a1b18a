import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import { formatList } from '../../lib/format-list.ts'
import { reactionsQuery } from './queries.ts'

const mostNamed = 10

/** Who has given a report signs, once somebody asks for it: the names of the first, of the others how many. */
export function useGivers({ id, reactions }: DayReport) {
  const language = useLocale()
  const t = useTranslations('reads')
  const [isAsked, setIsAsked] = useState(false)
  const { data } = useQuery({ ...reactionsQuery(id), enabled: isAsked && reactions.length > 0 })
  const givers = [...new Map(data?.flatMap(({ users }) => users.map((user) => [user.user_id, user.user_name])))]
  const names = givers.slice(0, mostNamed).map(([, name]) => name)
  const others = givers.length - names.length
  return {
    names: formatList(language, others > 0 ? [...names, t('more', { count: others })] : names) || undefined,
    ask: () => setIsAsked(true),
  }
}
