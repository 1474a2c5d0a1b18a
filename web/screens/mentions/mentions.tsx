import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Mention } from '#contract/comments.ts'
import { offerUndo } from '../../api/offer-undo.ts'
import { mentionsQuery, useReadAll, useReadMentions } from '../../features/mentions/queries.ts'
import { useSession } from '../../features/session/session.tsx'
import { membersQuery } from '../../entities/members.ts'
import { ResultList } from '../../features/search/result-list.tsx'
import { ResultSkeleton } from '../../features/search/result-skeleton.tsx'
import { ownDate } from '../../dates/own-zone.ts'
import { removeDuplicates } from '../../api/remove-duplicates.ts'
import { linesOf, withoutMarks } from '../../domain/lines.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Button } from '../../ui/button.tsx'
import { pendingUntil, useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { commentPath, reportPath } from '../../app/members-paths.ts'
import { useMonthsForMe } from '../shared/use-months-for-me.ts'
import { MonthsForMe } from './months-for-me.tsx'
import { mainElement } from '../../platform/main-element.ts'

/** Makes a row that shows the date of the comment instead of the date of the report. */
const rowOf = (mention: Mention) => ({ ...mention, date: ownDate(new Date(mention.created_at)), about: mention.date })

/** The screen "For me": comments that mention the member, or are on their texts or in their threads, and months. */
export default function MentionsScreen() {
  const t = useTranslations('mentions')
  const allRead = useTranslations('reads')('allRead')
  const undo = useTranslations('writing')('undo')
  const failedHint = useTranslations('search')('failedHint')
  const { user } = useSession()
  const isOnline = useOnline()
  // Only pictures and initials need the members, so the screen does not wait for them.
  const members = useQuery(membersQuery).data ?? []
  const mentions = useInfiniteQuery(mentionsQuery)
  const { areAnswered } = useMonthsForMe(user)
  const load = pendingUntil(areAnswered, useLoad(mentions))
  const { data } = mentions
  const rows = data && removeDuplicates(data.pages.flatMap((page) => page.mentions.map(rowOf)))
  const read = useReadMentions()
  const { readAll, undoReadAll } = useReadAll()
  const onReadAll = () =>
    void readAll.mutateAsync().then(
      (marked) => {
        // The pressed button disappears, so focus the main content.
        mainElement()?.focus({ preventScroll: true })
        offerUndo(t('allRead'), {
          label: undo,
          undo: () => undoReadAll.mutateAsync(marked),
          failed: () => t('notRead'),
        })
      },
      (error: unknown) => toast.error(t('notRead'), error),
    )

  return (
    <Screen
      title={t('title')}
      ruled
      load={load}
      aside={
        <span className="flex min-h-control flex-wrap items-center gap-3">
          {Boolean(load.data?.pages[0]?.unread) && (
            <>
              <OfflineReason />
              <Button kind="line" disabled={!isOnline || readAll.isPending} onClick={onReadAll}>
                {allRead}
              </Button>
            </>
          )}
        </span>
      }
    >
      {user && load.status !== 'pending' && <MonthsForMe user={user} />}
      <Loaded
        load={{ ...load, data: rows }}
        failed={t('failed')}
        failedHint={failedHint}
        skeleton={<ResultSkeleton />}
        empty={<Empty title={t('empty')}>{t('emptyHint')}</Empty>}
      >
        {(all) => (
          <ResultList
            label={t('title')}
            results={all}
            pages={mentions}
            members={members}
            hrefOf={({ comment_id, subject, subject_id, about }) =>
              comment_id
                ? commentPath(comment_id, { subject, id: subject_id, date: about })
                : `${reportPath(about)}#report-${subject_id}`
            }
            onOpen={({ id, read: isRead }) => !isRead && read.mutate({ id })}
            mark={(row) => !row.read && <UnreadDot />}
            words={({ body, comment_id }) => (comment_id ? body : withoutMarks(linesOf(body).join('\n')))}
            place={({ why, subject, comment_id }) => t(`why.${comment_id ? why : 'report'}`, { subject })}
          />
        )}
      </Loaded>
    </Screen>
  )
}

function UnreadDot() {
  const t = useTranslations('reads')
  return (
    <>
      <span aria-hidden className="absolute top-[23px] -left-3 size-1.5 rounded-full bg-ai-text wide:-left-4" />
      <span className="sr-only">{t('unread')} </span>
    </>
  )
}
