import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { noWords, prefill, type Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatDayAndWeekday } from '../../lib/format-date.ts'
import { withLines } from '../../lib/plan-lines.ts'
import { useReportTime } from '../../lib/report-time.ts'
import { useTrueFor } from '../../lib/use-true-for.ts'
import { Button } from '../../ui/button.tsx'
import { useOfferUndo, WritingPanel } from '../../ui/writing-panel.tsx'
import { reportBy, sameWords, wordsOf } from './day.ts'
import { noChoices, type Way } from './choices.ts'
import { draftKey } from './drafts.ts'
import { beginningQuery, dayQuery, latestQuery, useSaveReport } from './queries.ts'
import { PlanReturn } from './plan-return-rows.tsx'
import { choose, returningLines } from './plan-return.ts'
import { BlockerNotes } from './blocker-notes.tsx'
import { followEdit, rowsOf } from './blocker-rows.ts'
import { ReportFields } from './report-fields.tsx'
import { ReportNotes } from './report-notes.tsx'
import { SinceLines } from './since-lines.tsx'
import { useDeleteReport } from './use-delete-report.ts'
import { useDraft } from './use-draft.ts'
import { useLeftDraft } from './use-left-draft.ts'
import { useShared } from './use-shared.ts'
import { useSubmitReport } from './use-submit-report.ts'

/** So long the note of another report stands before a press can replace that one: it may have been meant to submit. */
const timeToNotice = 1_000 // milliseconds

/** Writes the report of one day, or changes it: which of both is decided by whether there is one. */
export default function ReportPanel({
  date,
  userId,
  suggestions,
  onClose,
  onSaved,
}: {
  date: CalendarDate
  userId: string | undefined
  /** What may be put into today's plan by a tap, and taken out. */
  suggestions: (plan: string, onChange: (plan: string) => void, disabled: boolean) => ReactNode
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const time = useReportTime()
  const language = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const offerUndo = useOfferUndo(() => form.current?.querySelector('textarea')?.focus())

  const day = useQuery(dayQuery(date))
  const save = useSaveReport()
  const { deleting, remove } = useDeleteReport()
  // While it is sent, and until the panel is gone, the form stays what it was: the day is read again before it closes.
  const sent = save.isPending || save.isSuccess ? save.variables : undefined
  const existing = deleting ?? (sent ? sent.existing : reportBy(userId, day.data ?? []))
  // A failure leaves the form empty (S8.24): writing must not wait for it.
  const latestRead = useQuery({ ...latestQuery, enabled: !existing })
  // A missing report of long ago does not continue the newest one (E2.02).
  const latest = latestRead.data && latestRead.data.report_date < date ? latestRead.data : undefined
  // Nobody waits for it.
  const beginning = useQuery(beginningQuery(date)).data

  const start = existing ? wordsOf(existing) : prefill(latest, time)
  const version = existing?.updated_at ?? null
  const draft = useDraft(userId && draftKey(userId, date), start, version)
  const { errors, failure, clearErrors, submit } = useSubmitReport(date, userId, save, onSaved)
  const changedElsewhere = draft.baseVersion !== version && !sameWords(draft.words, start)
  const deletedElsewhere = changedElsewhere && !existing && day.isSuccess
  const hadTimeToNotice = useTrueFor(changedElsewhere, timeToNotice)
  const isUnnoticed = changedElsewhere && !hadTimeToNotice
  const busy = save.isPending || deleting !== undefined

  const plan = existing ? '' : (latest?.today_plan ?? '')
  const returning = returningLines(plan, draft.choices, draft.words, time)

  const change = (part: Partial<Words>, chosen?: Parameters<typeof draft.change>[1]) => {
    draft.change(part, chosen)
    clearErrors(part)
  }
  const field = { issues: draft.words.issues, choices: draft.blockers }
  const rows = rowsOf(beginning?.blockers ?? [], field)
  const changeBlockers = ({ issues, choices: blockers }: typeof field) => change({ issues }, { blockers })
  const edit = ({ issues, ...part }: Partial<Words>) =>
    issues === undefined ? change(part) : changeBlockers(followEdit(rows, field, issues))
  // Not before the words stand that it is added to; without a network nothing more is to come.
  const isRead = day.fetchStatus !== 'fetching' && latestRead.fetchStatus !== 'fetching'
  useShared(isRead && userId !== undefined, (text) => change({ today_plan: withLines(draft.words.today_plan, text) }))
  const isUntouched = draft.savedAt === undefined && sameWords(draft.words, start)
  useLeftDraft(date, isRead && userId !== undefined && !existing && isUntouched, beginning?.draft, change)
  const discard = () => {
    draft.discard()
    offerUndo(writing('draftDiscarded'), draft.undo)
  }
  const clear = () => {
    change(noWords, { choices: noChoices, blockers: [] })
    offerUndo(t('cleared'), draft.undo)
  }
  const onChoose = (line: string, way: Way) => {
    const { words, choices } = choose(plan, draft, line, way, time)
    change(words, { choices })
  }
  const deleteReport = () => existing && remove(existing, draft.words, { onDeleted: onClose, onUnknown: draft.reread })

  return (
    <WritingPanel
      form={form}
      title={existing ? t('editTitle') : t('write')}
      meta={formatDayAndWeekday(language, date)}
      editing={existing !== undefined}
      submitLabel={existing ? writing('update') : t('submit')}
      draft={draft}
      busy={busy}
      sending={save.isPending}
      disabled={deleting !== undefined || isUnnoticed}
      failure={failure}
      cause={save.error}
      notes={
        <ReportNotes
          draft={draft}
          existing={existing}
          latest={returning.length > 0 ? undefined : latest}
          changedElsewhere={changedElsewhere}
          deletedElsewhere={deletedElsewhere}
          onDiscard={discard}
          onClear={clear}
        />
      }
      after={
        existing &&
        !save.isPending && (
          <Button kind="danger" small busy={deleting ? t('deleting') : undefined} onClick={() => void deleteReport()}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            {t('delete')}
          </Button>
        )
      }
      onSubmit={() => !isUnnoticed && submit(draft, existing)}
      onClose={onClose}
    >
      {latest && returning.length > 0 && (
        <PlanReturn
          date={latest.report_date}
          lines={returning}
          planned={beginning?.planned ?? []}
          issues={draft.words.issues}
          busy={busy}
          onChoose={onChoose}
          onClear={clear}
        />
      )}
      <ReportFields
        form={form}
        words={draft.words}
        isUntouched={isUntouched}
        errors={errors}
        busy={busy}
        below={{
          yesterday_work: (
            <SinceLines
              done={existing ? [] : (beginning?.done ?? [])}
              value={draft.words.yesterday_work}
              disabled={busy}
              onChange={(yesterday_work) => change({ yesterday_work })}
            />
          ),
          today_plan: suggestions(draft.words.today_plan, (today_plan) => change({ today_plan }), busy),
          issues: <BlockerNotes rows={rows} field={field} busy={busy} onChange={changeBlockers} />,
        }}
        onChange={edit}
      />
    </WritingPanel>
  )
}
