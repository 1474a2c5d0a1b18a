import { type ReactNode, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { emptyReport, type ReportValues } from '#contract/report-fields.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { formatDayAndWeekday } from '../../dates/format-date.ts'
import { focusEndIn } from '../../platform/focus-end.ts'
import { withLines } from '../../domain/plan-lines.ts'
import { useReportTime } from '../../domain/report-time.ts'
import { useToday } from '../../dates/today.ts'
import { useDelayedTrue } from '../../hooks/use-delayed-true.ts'
import { useOfferUndo, WritingPanel } from '../../ui/writing-panel.tsx'
import { sameValues } from './day.ts'
import { noChoices, type LineOutcome } from './line-outcomes.ts'
import { reportDrafts } from './drafts.ts'
import { PlanReturn } from './plan-return-rows.tsx'
import { chooseAll, inBothFields, returningLines } from './plan-return.ts'
import { BlockerNotes } from './blocker-notes.tsx'
import { areAllAnswered, questionsOf } from './ask-once.tsx'
import { useBothFields } from './both-fields.tsx'
import { followEdit, rowsOf } from './blocker-rows.ts'
import { ReportFields } from './report-fields.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { ReportNotes } from './report-notes.tsx'
import { DeleteReport } from './delete-report.tsx'
import { DoneSinceLastReport } from './done-since-last-report.tsx'
import { useReportStart } from './use-report-start.ts'
import { useReportDraft } from './use-draft.ts'
import { useWithdrawing } from './use-withdrawing.ts'
import { useQueued } from './use-queued-reports.ts'
import { useProgramDraft } from './use-program-draft.ts'
import { useShared } from './use-shared.ts'
import { useUndoPresses } from './use-undo-presses.ts'
import { useUnmentionedRows } from './unmentioned-rows.tsx'
import { useSubmitReport } from './use-submit-report.ts'

/**
 * For this long after the note about a conflicting report appears, a press of the submit button does not replace that
 * report. The member may have pressed before seeing the note.
 */
const timeToNotice = 1_000 // milliseconds

export default function ReportPanel({
  date,
  userId,
  suggestions,
  onClose,
  onSaved,
}: {
  date: CalendarDate
  userId: string | undefined
  /** Renders the suggestions that a tap adds to today's plan or removes from it. */
  suggestions: (plan: string, onChange: (plan: string) => void, disabled: boolean) => ReactNode
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTranslations('dailyReport')
  const writing = useTranslations('writing')
  const time = useReportTime()
  const language = useLocale()
  const today = useToday()
  const form = useRef<HTMLFormElement>(null)
  const offerUndo = useOfferUndo(() => focusEndIn(form.current))

  const { day, save, deleting, remove, existing, latest, beginning, isRead, ...own } = useReportStart(date, userId)
  const draft = useReportDraft(userId && reportDrafts.key(userId, date), own, useQueued(userId, date))
  const { start, version, queued } = draft
  const saved = { version, isSame: existing !== undefined && sameValues(draft.words, start) }
  const { errors, failure, clearErrors, submit } = useSubmitReport(date, userId, form, draft, save, saved, onSaved)
  const changedElsewhere = draft.baseVersion !== version && !sameValues(draft.words, start)
  const isEdit = existing !== undefined || queued !== undefined
  const isDeleted = changedElsewhere && !isEdit && day.isSuccess
  const isUnnoticed = !useDelayedTrue(changedElsewhere, timeToNotice) && changedElsewhere
  const busy = save.isPending || deleting !== undefined

  const plan = isEdit ? '' : (latest?.today_plan ?? '')
  const returning = returningLines(plan, draft.choices, draft.words, time)

  const change = (part: Partial<ReportValues>, chosen?: Parameters<typeof draft.change>[1]) => {
    draft.change(part, chosen)
    clearErrors(part)
  }
  const field = { issues: draft.words.issues, choices: draft.blockers }
  const rows = rowsOf(beginning?.blockers ?? [], field)
  const undos = useUndoPresses()
  const press = (...changed: Parameters<typeof change>) => {
    undos.pressed(draft.undo)
    change(...changed)
  }
  const pressBlockers = ({ issues, choices: blockers }: typeof field) => press({ issues }, { blockers })
  const edit = ({ issues, ...part }: Partial<ReportValues>) => {
    undos.typed()
    if (issues === undefined) return change(part)
    const { choices: blockers, ...followed } = followEdit(rows, field, issues)
    change(followed, { blockers })
  }
  useShared(isRead && userId !== undefined, (text) => change({ today_plan: withLines(draft.words.today_plan, text) }))
  const isUntouched = draft.savedAt === undefined && sameValues(draft.words, start)
  const isReady = isRead && userId !== undefined && !isEdit
  useProgramDraft(date, { isReady, isUntouched, words: draft.words }, beginning?.draft, change)
  const undoable = (act: () => void, done: string) => () => {
    act()
    offerUndo(done, draft.undo)
  }
  const discard = undoable(draft.discard, writing('draftDiscarded'))
  const takeCurrent = undoable(draft.takeCurrent, t('tookElsewhere'))
  const clear = undoable(() => press(emptyReport, { choices: noChoices, blockers: [] }), t('cleared'))
  const onChoose = (lines: readonly string[], outcome: LineOutcome) => {
    const { words, ...chosen } = chooseAll(plan, draft, lines, outcome, time)
    press(words, chosen)
  }
  const inBoth = inBothFields(returning, time)
  const both = useBothFields(form, inBoth, (outcome) => onChoose(inBoth, outcome))
  const unmentioned = useUnmentionedRows(form, { rows, field }, pressBlockers)
  const deleteReport = () =>
    existing && void remove(existing, draft.words, { onDeleted: onClose, onUnknown: draft.reread })

  return (
    <WritingPanel
      form={form}
      head={{
        title: isEdit ? t('editTitle') : t(date === addDays(today, -1) ? 'writeYesterday' : 'write'),
        meta: formatDayAndWeekday(language, date),
      }}
      draft={draft}
      status={{ busy, sending: save.isPending, failure, cause: save.error }}
      submit={{
        label: existing ? writing('update') : t('submit'),
        isEdit,
        disabled: deleting !== undefined || isUnnoticed,
        act: () => !isUnnoticed && areAllAnswered([both, unmentioned]) && submit(existing),
      }}
      around={{
        notes: (
          <ReportNotes
            draft={draft}
            existing={existing}
            latest={returning.length > 0 ? undefined : latest}
            changedElsewhere={changedElsewhere}
            onDiscard={discard}
            onWithdraw={useWithdrawing(userId, queued, offerUndo)}
            onClear={clear}
          />
        ),
        news: <ConflictNote draft={draft} isDeleted={isDeleted} onDiscard={discard} onTake={takeCurrent} />,
        question: questionsOf([both, unmentioned]),
        after: existing && !save.isPending && (
          <DeleteReport report={existing} busy={deleting ? t('deleting') : undefined} onDelete={deleteReport} />
        ),
      }}
      onClose={onClose}
    >
      <div role="presentation" className="contents" onKeyDown={undos.onKeyDown}>
        {latest && returning.length > 0 && (
          <PlanReturn
            date={latest.report_date}
            lines={returning}
            planned={beginning?.planned ?? []}
            issues={draft.words.issues}
            busy={busy}
            onChoose={(line, outcome) => onChoose([line], outcome)}
            onClear={clear}
          />
        )}
        <ReportFields
          form={form}
          words={draft.words}
          isUntouched={isUntouched}
          rowsAbove={isRead ? returning.length : undefined}
          otherDay={date === today ? undefined : date}
          errors={errors}
          theirs={draft.theirs}
          busy={busy}
          below={{
            yesterday_work: (
              <DoneSinceLastReport
                done={isEdit ? [] : (beginning?.done ?? [])}
                value={draft.words.yesterday_work}
                disabled={busy}
                onChange={(yesterday_work) => press({ yesterday_work })}
              />
            ),
            today_plan: suggestions(draft.words.today_plan, (today_plan) => press({ today_plan }), busy),
            issues: <BlockerNotes rows={rows} value={field} busy={busy} onChange={pressBlockers} />,
          }}
          onChange={edit}
          onPick={draft.pick}
        />
      </div>
    </WritingPanel>
  )
}
