import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Reactions } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import { formatList } from '#contract/format-list.ts'
import { reactionsQuery } from './queries.ts'

const mostNamed = 10

/**
 * Returns `names`, a text with the first ten members who reacted and the number of the others. `names` is undefined
 * until `ask` has fetched the members.
 */
export function useReactionGivers({ id, reactions }: DayReport) {
  const language = useLocale()
  const t = useTranslations('reads')
  const queries = useQueryClient()
  const [known, setKnown] = useState<Reactions['reactions']>([])
  const ask = () => {
    if (reactions.length > 0)
      queries
        .fetchQuery(reactionsQuery(id))
        .then(setKnown, (error: unknown) => console.info('Could not fetch who reacted', error))
  }
  const givers = [...new Map(known.flatMap(({ users }) => users.map((user) => [user.user_id, user.user_name])))]
  const names = givers.slice(0, mostNamed).map(([, name]) => name)
  const others = givers.length - names.length
  if (others > 0) names.push(t('more', { count: others }))
  return { names: names.length > 0 ? formatList(language, names) : undefined, ask }
}
