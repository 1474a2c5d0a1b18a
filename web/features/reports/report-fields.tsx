import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Named } from '#contract/naming.ts'
import { type ReportField, reportFields, requiredFields, type Words } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { focusEnd } from '../../lib/focus-end.ts'
import { formatShortDay } from '../../lib/format-date.ts'
import { useReportTime, useReportWords } from '../../lib/report-time.ts'
import { useMedia } from '../../lib/use-media.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TheirWords } from './elsewhere-note.tsx'

export type WordErrors = Partial<Words>

const textAreaOf = (form: HTMLFormElement, name: ReportField) =>
  form.elements.namedItem(name) as HTMLTextAreaElement | null

/** Leads to the first field that was refused. */
export function focusRefused(form: HTMLFormElement | null, errors: WordErrors) {
  const wrong = reportFields.find((field) => errors[field])
  if (wrong && form) textAreaOf(form, wrong)?.focus()
}

/** Returns the first required field without words. */
export function emptyRequiredField(form: HTMLFormElement | null) {
  const empty = form && requiredFields.find((field) => textAreaOf(form, field)?.value.trim() === '')
  return empty ? textAreaOf(form, empty) : undefined
}

/** The first empty required field, else today's plan (design: side panel). */
function focusFirst(form: HTMLFormElement) {
  const first = emptyRequiredField(form) ?? textAreaOf(form, 'today_plan')
  focusEnd(first)
  return first
}

export function ReportFields({
  form,
  words,
  isUntouched,
  rowsAbove,
  otherDay,
  errors,
  theirs,
  busy,
  below,
  onChange,
  onPick,
}: {
  /** In which the fields stand. */
  form: RefObject<HTMLFormElement | null>
  words: Words
  /** They are what the form begins with, which may come when it is open. */
  isUntouched: boolean
  /** The number of rows of the last plan. Undefined: not known yet. */
  rowsAbove: number | undefined
  /** The day of the report, unless that is today. The field about that day then shows its date. */
  otherDay: CalendarDate | undefined
  errors: WordErrors
  /** The words from elsewhere of fields that changed on both sides. */
  theirs: Partial<Words>
  busy: boolean
  /** What may be put into a field by a tap. */
  below: Partial<Record<ReportField, ReactNode>>
  onChange: (part: Partial<Words>) => void
  onPick: (picked: Named) => void
}) {
  const t = useTranslations('dailyReport')
  const answers = useTranslations('answers')
  const wordOf = useReportWords()
  const language = useLocale()
  const aboutTheDay = useReportTime() === 'morning' ? 'today_plan' : 'yesterday_work'
  const labelOf = (field: ReportField) => {
    const word = wordOf(`fields.${field}`)
    return otherDay && field === aboutTheDay ? `${word} (${formatShortDay(language, otherDay)})` : word
  }
  // A keyboard on the screen would cover the rows of the plan (E5.07).
  const isTouch = useMedia('(pointer: coarse)')
  const isFocused = isTouch && rowsAbove === undefined ? undefined : !isTouch || rowsAbove === 0
  const focused = useRef<Element>(null)
  const begunWith = isUntouched ? Object.values(words).join('\n') : undefined
  useEffect(() => {
    const isFirst = focused.current === null
    const isStillThere = begunWith !== undefined && focused.current === document.activeElement
    if (isFocused === undefined || !form.current || !(isFirst || isStillThere)) return
    focused.current = isFocused ? focusFirst(form.current) : form.current
  }, [form, begunWith, isFocused])
  const fields = reportFields.map((field) => (
    <Fragment key={field}>
      <TextArea
        name={field}
        label={labelOf(field)}
        hint={requiredFields.includes(field) ? t('required') : t('ifAny')}
        required={requiredFields.includes(field)}
        readOnly={busy}
        value={words[field]}
        error={errors[field]}
        onPick={onPick}
        onChange={(value) => onChange({ [field]: value })}
      />
      {theirs[field] !== undefined && <TheirWords text={theirs[field]} />}
      {below[field]}
    </Fragment>
  ))
  return (
    <>
      {fields}
      <p className="t-12 text-text-3">{answers('hint')}</p>
    </>
  )
}
