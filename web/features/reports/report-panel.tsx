import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import { reportFields, requiredFields, type Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatDayAndWeekday, formatShortDay, formatTime } from '../../lib/format-date.ts'
import { useStood } from '../../lib/later.ts'
import { submitKeys } from '../../lib/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { noWords, prefill, reportBy, sameWords, wordsOf } from './day.ts'
import { draftKey } from './drafts.ts'
import { Note as ReportNote } from '../../ui/note.tsx'
import { dayQuery, failureOf, latestQuery, useSaveReport } from './queries.ts'
import { ReportForm, type Suggestions, type WordErrors } from './report-form.tsx'
import { useDeleteReport } from './use-delete-report.ts'
import { useDraft } from './use-draft.ts'

/** So long the note of another report stands before a press can replace that one: it may have been meant to submit. */
const noticing = 1_000 // milliseconds

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
  suggestions: Suggestions
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const form = useId()
  const queries = useQueryClient()
  const day = useQuery(dayQuery(date))
  const save = useSaveReport()
  const { deleting, remove } = useDeleteReport()
  // While it is sent, and until the panel is gone, the form stays what it was: the day is read again before it closes.
  const sent = save.isPending || save.isSuccess ? save.variables : undefined
  const existing = deleting ?? (sent ? sent.existing : reportBy(userId, day.data ?? []))
  // A failure leaves the form empty (S8.24): writing must not wait for it.
  const latest = useQuery({ ...latestQuery, enabled: !existing }).data ?? undefined
  const start = existing ? wordsOf(existing) : prefill(latest)
  const version = existing?.updated_at ?? null
  const draft = useDraft(userId && draftKey(userId, date), start, version)
  const [errors, setErrors] = useState<WordErrors>({})

  const changedElsewhere = draft.baseVersion !== version && !sameWords(draft.words, start)
  const unnoticed = !useStood(changedElsewhere, noticing) && changedElsewhere

  const change = (part: Partial<Words>) => {
    draft.change(part)
    const left = Object.entries(errors).filter(([field]) => !(field in part))
    setErrors(Object.fromEntries(left))
  }

  /** Done at once, with the way back in a toast (design: principles). */
  const undoable = (act: () => void, done: string) => () => {
    const focusFirst = () => document.getElementById(form)?.querySelector('textarea')?.focus()
    const back = () => {
      draft.undo()
      focusFirst()
    }
    act()
    toast.info(done, { label: t('undo'), act: back })
    focusFirst()
  }
  const discard = undoable(draft.discard, t('draftDiscarded'))

  const submit = () => {
    if (unnoticed) return
    if (userId === undefined) {
      toast.error(t('userUnknown'))
      return
    }
    const found = check(draft.words, t)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    if (!navigator.onLine && draft.queue()) {
      toast.info(t('queued'))
      onSaved()
      return
    }
    save.mutate(
      { existing, draft: { report_date: date, ...draft.words }, onKept: draft.remove },
      {
        onSuccess: () => {
          toast.success(existing ? t('updated') : t('submitted'))
          onSaved()
        },
        onError: (error) => {
          const failure = failureOf(error)
          // Written in another tab meanwhile, or gone: the day is read again and the panel follows it.
          if (failure.code === 'report_exists' || failure.code === 'not_found')
            void queries.invalidateQueries({ queryKey: dayQuery(date).queryKey })
          if (failure.code === 'report_exists') return
          setErrors(failure.fields)
          if (Object.keys(failure.fields).length === 0)
            toast.error(failure.message ? t('submitFailedBecause', { reason: failure.message }) : t('submitFailed'))
        },
      },
    )
  }

  const cleared = sameWords(draft.words, noWords)
  return (
    <Panel
      title={existing ? t('editTitle') : t('write')}
      meta={formatDayAndWeekday(language, date)}
      closeLabel={t('close')}
      tone={existing ? 'edit' : 'ai'}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p aria-live="polite" className="mr-auto flex items-center gap-2 t-12 text-text-3">
            {draft.unavailable && t('draftUnavailable')}
            {draft.savedAt !== undefined && (
              <>
                <Check size={14} strokeWidth={1.75} aria-hidden />
                {t('draftSaved', { time: formatTime(language, new Date(draft.savedAt)) })}
              </>
            )}
          </p>
          <span className="max-md:hidden">
            <Button kind="ghost" onClick={onClose}>
              {t('cancel')}
            </Button>
          </span>
          <span className="grid max-md:min-w-1/2">
            <Button
              type="submit"
              form={form}
              kind={existing ? 'edit' : 'primary'}
              disabled={deleting !== undefined || unnoticed}
              busy={save.isPending ? t('sending') : undefined}
            >
              {existing ? t('update') : t('submit')}
              <Kbd keys={submitKeys} tone="filled" />
            </Button>
          </span>
        </div>
      }
    >
      <div className="mb-5 flex flex-col gap-2 empty:hidden">
        {existing && (
          <ReportNote kind="editing">
            {t('editing', { time: formatTime(language, new Date(existing.created_at)) })}
          </ReportNote>
        )}
        {draft.restored && !changedElsewhere && (
          <ReportNote kind="started" actions={[{ label: t('draftDiscard'), onClick: discard }]}>
            {t('draftOpen')}
          </ReportNote>
        )}
        {!existing && latest && !draft.restored && !cleared && (
          <ReportNote
            kind="started"
            actions={[{ label: t('clear'), onClick: undoable(() => change(noWords), t('cleared')) }]}
          >
            {t('prefilled', { date: formatShortDay(language, latest.report_date) })}
          </ReportNote>
        )}
        {changedElsewhere && (
          <ReportNote kind="changed" actions={[{ label: t('openSubmitted'), onClick: discard }]}>
            {draft.baseVersion === null ? t('writtenElsewhere') : t('changedElsewhere')}
          </ReportNote>
        )}
        {draft.conflict && (
          <ReportNote
            kind="changed"
            actions={[
              { label: t('draftTakeTheirs'), onClick: draft.takeTheirs },
              { label: t('draftKeepMine'), onClick: draft.keepMine },
            ]}
          >
            {t('draftElsewhere')}
          </ReportNote>
        )}
      </div>
      <ReportForm
        id={form}
        words={draft.words}
        errors={errors}
        busy={save.isPending || deleting !== undefined}
        suggestions={suggestions}
        onChange={change}
        onSubmit={submit}
      />
      {existing && !save.isPending && (
        <div className="mt-8">
          <Button
            kind="danger"
            small
            busy={deleting ? t('deleting') : undefined}
            onClick={() => void remove(existing, draft.words, { onDeleted: onClose, onUnknown: draft.reread })}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            {t('delete')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** What can be said before anything is sent, at the field where it belongs. */
function check(words: Words, t: ReturnType<typeof useTranslations<'dailyReport'>>): WordErrors {
  const errors: WordErrors = {}
  for (const field of requiredFields) if (words[field].trim() === '') errors[field] = t('fieldRequired')
  for (const field of reportFields)
    if (charactersIn(words[field]) > limits.reportText) errors[field] = t('fieldTooLong', { limit: limits.reportText })
  return errors
}
