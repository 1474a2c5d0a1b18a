import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'

/** Below a list, while there is more of it: the first row of a page that was asked for takes the focus. */
export function ReadOn({
  list,
  count,
  hasMore,
  isReading,
  onRead,
}: {
  list: RefObject<HTMLUListElement | null>
  /** How many rows there are. */
  count: number
  hasMore: boolean
  isReading: boolean
  onRead: () => unknown
}) {
  const t = useTranslations('search')
  const shown = useRef(0)
  useEffect(() => {
    if (shown.current === 0) return
    list.current?.querySelectorAll('a')[shown.current]?.focus()
    shown.current = 0
  }, [list, count])
  return (
    hasMore && (
      <div className="pt-5 max-md:grid">
        <Button
          kind="line"
          disabled={isReading}
          onClick={() => {
            shown.current = count
            onRead()
          }}
        >
          {t('readOn')}
        </Button>
      </div>
    )
  )
}
