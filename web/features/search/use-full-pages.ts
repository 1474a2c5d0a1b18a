import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  fetchNextPage: () => unknown
}

/**
 * Fetches further results until the last page is full, because the server ends a page early if it is busy or the texts
 * are long. After a failure, stops until the member presses the button.
 * @param count the number of results so far
 * @returns whether more results may still appear without a press of the button
 */
export function useFullPages(search: Pages, count: number): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = search
  const isFilling = count % limits.searchPage > 0 && hasNextPage && !isFetchNextPageError && !isPlaceholderData
  useEffect(() => {
    if (isFilling && !isFetchingNextPage) void fetchNextPage()
  }, [isFilling, isFetchingNextPage, fetchNextPage, count])
  return isFilling
}
