import { Hand } from 'lucide-react'
import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { type Blocker, hasEnded, workingDaysSince } from '#contract/blockers.ts'
import type { User } from '#contract/users.ts'
import { formatNumericDay } from '../../dates/format-date.ts'
import { withoutMarks } from '../../domain/lines.ts'
import { useOnline } from '../../platform/online.ts'
import { useToday } from '../../dates/today.ts'
import { MemberAvatar } from '../../domain/member-avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { TextAction } from '../../ui/text-action.tsx'
import { textLink } from '../../ui/text-link.ts'
import { useBlockerActions } from './use-blocker-actions.ts'

/**
 * Shows a line with the state of a blocker: age, issue, owner and possible actions (design: blocker).
 * @param apart aligns the actions to the right edge
 * @param large makes the text readable from across the room
 */
export function BlockerStatusLine({
  blocker,
  user,
  members,
  onComment,
  apart = false,
  large = false,
}: {
  blocker: Blocker
  user: User
  members: readonly User[]
  onComment?: (() => void) | undefined
  apart?: boolean
  large?: boolean
}) {
  const t = useTranslations('blockers')
  const group = useRef<HTMLDivElement>(null)
  const { take, release, resolve, reopen } = useBlockerActions(blocker, user, onComment)
  const isOnline = useOnline()
  const { state, owner_id: ownerId, owner_name: ownerName, reference, url, text } = blocker
  const isOver = hasEnded(blocker)
  const isUnmentioned = state === 'unmentioned'
  /** Moves the focus to the blocker first, because the pressed control disappears or is replaced. */
  const acting = (act: () => void) => () => {
    group.current?.focus()
    act()
  }
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={withoutMarks(text)}
      className={`mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 ${large ? 't-17' : 't-12'} ${isOver ? 'text-text-3' : 'text-text-2'}`}
    >
      <span className="tabular-nums">{isOver ? <End blocker={blocker} /> : <Age blocker={blocker} />}</span>
      {reference && url && !isOver && !text.includes(reference) && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={textLink}>
          {reference}
        </a>
      )}
      {!isOver && ownerId !== null && (
        <Owner
          member={members.find(({ id }) => id === ownerId)}
          id={ownerId}
          name={ownerName ?? ''}
          isMe={ownerId === user.id}
          large={large}
          onRelease={acting(release)}
        />
      )}
      <span className={`flex flex-wrap gap-x-3 pointer-coarse:gap-x-6 ${apart ? 'ml-auto' : ''}`}>
        {isOver && (
          <TextAction isOnline={isOnline} onClick={acting(reopen)} large={large}>
            {isUnmentioned ? t('stillOpen') : t('undo')}
          </TextAction>
        )}
        {!isOver && ownerId === null && (
          <TextAction isOnline={isOnline} onClick={acting(take)} large={large}>
            {t('take')}
          </TextAction>
        )}
        {(!isOver || isUnmentioned) && (
          <TextAction isOnline={isOnline} onClick={acting(resolve)} large={large}>
            {t('resolve')}
          </TextAction>
        )}
      </span>
      <OfflineReason />
    </div>
  )
}

export function Age({ blocker: { age, opened_on, reopened } }: { blocker: Blocker }) {
  const t = useTranslations('blockers')
  const words = opened_on === useToday() ? t('sinceToday') : t('age', { days: workingDaysSince(age) })
  return reopened ? t('reopened', { age: words }) : words
}

export function End({ blocker }: { blocker: Blocker }) {
  const t = useTranslations('blockers')
  const { resolution, resolved_on: on, resolved_by_name: name, reference } = blocker
  const date = formatNumericDay(useLocale(), on ?? blocker.report_date)
  if (resolution === 'issue' && reference) return t('resolvedByIssue', { reference })
  if (resolution === 'unnamed') return t('unnamed', { date })
  return name ? t('resolvedBy', { date, name }) : t('resolvedOn', { date })
}

type Owner = {
  member: User | undefined
  id: string
  name: string
  isMe: boolean
  large: boolean
  onRelease: () => void
}

/** Shows the owner. Pressing the name opens a menu that releases the blocker. */
function Owner({ member, id, name, isMe, large, onRelease }: Owner) {
  const t = useTranslations('blockers')
  const isOnline = useOnline()
  const words = isMe ? t('mine') : t('owned', { name })
  return (
    <Menu
      label={words}
      placement="[position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block]"
      className="printed flex cursor-pointer items-center gap-1.5 rounded-1 text-start underline-offset-3 hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
      items={[
        {
          label: t('release', { own: String(isMe), name }),
          icon: <Hand size={16} strokeWidth={1.75} aria-hidden />,
          disabledBecause: isOnline ? undefined : t('offline'),
          onSelect: onRelease,
        },
      ]}
    >
      <MemberAvatar id={id} by={name} member={member} size={24} />
      {isMe || large ? (
        words
      ) : (
        <>
          <span className="sr-only">{words}</span>
          <span aria-hidden title={words}>
            {t('onIt')}
          </span>
        </>
      )}
    </Menu>
  )
}
