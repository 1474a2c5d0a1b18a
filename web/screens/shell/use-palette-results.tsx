import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare, Newspaper, Search } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { isLongEnough } from '#contract/search.ts'
import type { PaletteCommand } from '../../features/navigation/palette.tsx'
import { searchQuery } from '../../features/search/queries.ts'
import { Snippet } from '../../features/search/snippet.tsx'
import { formatNumericDay } from '../../dates/format-date.ts'
import { useDebouncedValue } from '../../hooks/use-debounced-value.ts'
import { foundPath, searchPath } from '../../app/members-paths.ts'

const most = 4
const typingPauseMs = 200 // milliseconds since the last key

/** Returns the newest search results for the palette, and a command that opens the full search. */
export function usePaletteResults(query: string, onGo: (href: string) => void): PaletteCommand[] {
  const t = useTranslations('palette')
  const language = useLocale()
  const q = useDebouncedValue(query, typingPauseMs)
  const everywhere = { kind: undefined, user_id: undefined, from: undefined, until: undefined }
  const { data, isPlaceholderData } = useInfiniteQuery(searchQuery({ q, ...everywhere }))
  if (!isLongEnough(query)) return []
  const results = isPlaceholderData || q !== query ? [] : (data?.pages[0]?.results.slice(0, most) ?? [])
  return [
    ...results.map((result) => ({
      id: `found:${result.id}`,
      label: result.snippet.map(({ text }) => text).join(''),
      shown: <Snippet parts={result.snippet} />,
      kind: `${formatNumericDay(language, result.date)} ${result.user_name}`,
      icon: result.kind === 'report' ? Newspaper : MessagesSquare,
      run: () => onGo(foundPath(result, q.trim())),
    })),
    {
      id: 'search:all',
      label: t('searchAll', { query: query.trim() }),
      icon: Search,
      keys: '⇧ ↵',
      run: () => onGo(searchPath(query.trim())),
    },
  ]
}
