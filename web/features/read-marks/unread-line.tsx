import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '../../ui/kbd.tsx'
import { Cell, TableRow } from '../../ui/table.tsx'
import { textLink } from '../../ui/text-link.ts'
import { mainElement } from '../../platform/main-element.ts'

const line = 'flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1 t-12 text-text-2 narrow:min-h-11'

/**
 * Shows the line above a group of reports (design: reading the day).
 * @param group undefined if the reports are not split into groups
 * @param left the number of unread reports below this line
 * @param onAllRead marks all reports of the day as read; absent if another line offers it
 */
export function UnreadLine({
  group,
  left,
  isAllRead = false,
  onAllRead,
}: {
  group: 'newGroup' | 'otherGroup' | undefined
  left: number
  isAllRead?: boolean
  onAllRead: (() => void) | undefined
}) {
  const t = useTranslations('reads')
  return (
    <GroupRow>
      <span>{group && t(group)}</span>
      {isAllRead && (
        <span className="flex animate-appear items-center gap-1 text-text-3 print:hidden">
          <Check size={14} strokeWidth={1.75} aria-hidden />
          {t('noneLeft')}
        </span>
      )}
      {left > 0 && (
        <span className="flex items-center gap-2 print:hidden">
          {t('unreadCount', { count: left })}
          {onAllRead && <AllRead onClick={onAllRead} />}
        </span>
      )}
    </GroupRow>
  )
}

function AllRead({ onClick }: { onClick: () => void }) {
  const t = useTranslations('reads')
  return (
    <>
      <span aria-hidden>·</span>
      <button
        type="button"
        className={`cursor-pointer ${textLink}`}
        aria-keyshortcuts="Shift+E"
        onClick={() => {
          // The button disappears once all reports are read, so focus the main content.
          mainElement()?.focus({ preventScroll: true })
          onClick()
        }}
      >
        {t('allRead')}
      </button>
      <Kbd keys="⇧ E" />
    </>
  )
}

function GroupRow({ children }: { children: ReactNode }) {
  return (
    <TableRow className="narrow:py-0!">
      <Cell colSpan={4} className="py-0!">
        <div className={line}>{children}</div>
      </Cell>
    </TableRow>
  )
}
