import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../../ui/kbd.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { textLink } from '../../ui/text-link.ts'

const line = 'flex h-9 items-center justify-between t-12 text-text-2 narrow:h-11'

/** Above the unread, with the way to be done with all of them. @param left how many still are */
export function UnreadLine({ left, onAllRead }: { left: number; onAllRead: () => void }) {
  const t = useTranslations('reads')
  return (
    <GroupRow>
      <span>{t('unreadGroup', { count: left })}</span>
      {left > 0 && (
        <span className="flex items-center gap-2">
          <button
            type="button"
            className={`cursor-pointer ${textLink}`}
            aria-keyshortcuts="Shift+E"
            onClick={() => {
              // The button goes with what it was for.
              document.querySelector('main')?.focus({ preventScroll: true })
              onAllRead()
            }}
          >
            {t('allRead')}
          </button>
          <Kbd keys="⇧ E" />
        </span>
      )}
    </GroupRow>
  )
}

export function ReadLine() {
  const t = useTranslations('reads')
  return <GroupRow>{t('readGroup')}</GroupRow>
}

function GroupRow({ children }: { children: ReactNode }) {
  return (
    <Row className="narrow:py-0!">
      <Cell colSpan={4} className="py-0!">
        <div className={line}>{children}</div>
      </Cell>
    </Row>
  )
}
