import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'

/** Below a list, while there is more of it: the first row of a page that was asked for takes the focus. */
export function ReadOn({
  list,
  count,
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: RefObject<HTMLUListElement | null>
  /** How many rows there are. */
  count: number
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  const t = useTranslations('search')
  const shown = useRef(0)
  useEffect(() => {
    if (shown.current === 0) return
    list.current?.querySelectorAll('a')[shown.current]?.focus()
    shown.current = 0
  }, [list, count])
  return (
    hasNextPage && (
      <div className="pt-5 max-md:grid">
        <Button
          kind="line"
          disabled={isFetchingNextPage}
          onClick={() => {
            shown.current = count
            void fetchNextPage()
          }}
        >
          {t('readOn')}
        </Button>
      </div>
    )
  )
}
