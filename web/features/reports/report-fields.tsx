import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Named } from '#contract/naming.ts'
import {
  eachField,
  type ReportField,
  reportFields,
  requiredFields,
  type ReportValues,
  type ValueField,
  valueFields,
} from '#contract/report-fields.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { focusEnd } from '../../platform/focus-end.ts'
import { formatShortDay } from '../../dates/format-date.ts'
import { useReportTime, useReportLabels } from '../../domain/report-time.ts'
import { useMedia } from '../../hooks/use-media.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TheirValue } from './conflict-note.tsx'

export type ReportFieldErrors = Partial<Record<ValueField, string>>

const textAreaOf = (form: HTMLFormElement, name: ReportField) =>
  form.elements.namedItem(name) as HTMLTextAreaElement | null

export function focusRefused(form: HTMLFormElement | null, errors: ReportFieldErrors) {
  const wrong = reportFields.find((field) => errors[field])
  if (wrong && form) textAreaOf(form, wrong)?.focus()
}

export function emptyRequiredField(form: HTMLFormElement | null) {
  const empty = form && requiredFields.find((field) => textAreaOf(form, field)?.value.trim() === '')
  return empty ? textAreaOf(form, empty) : undefined
}

/** Focuses the first empty required field, otherwise today's plan (design: side panel). */
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
  form: RefObject<HTMLFormElement | null>
  words: ReportValues
  /** Whether the member has not edited the initial text. The text may then still change when it is loaded. */
  isUntouched: boolean
  /** The number of rows for the last plan, which are above the fields. Undefined while unknown. */
  rowsAbove: number | undefined
  /** The day of the report, if it is not today. The labels of work and plan then contain their dates. */
  otherDay: CalendarDate | undefined
  errors: ReportFieldErrors
  /** The text from elsewhere for fields that changed on both sides. */
  theirs: Partial<ReportValues>
  busy: boolean
  /** The content below each field, such as suggestions that a press inserts. */
  below: Partial<Record<ValueField, ReactNode>>
  onChange: (part: Partial<ReportValues>) => void
  onPick: (picked: Named) => void
}) {
  const t = useTranslations('dailyReport')
  const answers = useTranslations('answers')
  const wordOf = useReportLabels()
  const language = useLocale()
  const aboutTheDay = useReportTime() === 'morning' ? 'today_plan' : 'yesterday_work'
  const labelOf = (field: ValueField) => {
    const word = wordOf(`fields.${field}`)
    if (!otherDay || (field !== 'yesterday_work' && field !== 'today_plan')) return word
    const day = field === aboutTheDay ? otherDay : addDays(otherDay, aboutTheDay === 'today_plan' ? -1 : 1)
    return `${word} (${formatShortDay(language, day)})`
  }
  // On touch screens, do not focus a field: the on-screen keyboard would cover the rows of the plan (E5.07).
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
  const controls: Record<ValueField, ReactNode> = eachField((field) => (
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
  ))
  const fields = valueFields.map((field) => (
    <Fragment key={field}>
      {controls[field]}
      {theirs[field] !== undefined && <TheirValue field={field} value={theirs[field]} />}
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
