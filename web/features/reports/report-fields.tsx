import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type ReportField, reportFields, requiredFields, type Words } from '#contract/report-fields.ts'
import { useReportWords } from '../../lib/report-time.ts'
import { TextArea } from '../../ui/text-area.tsx'

export type WordErrors = Partial<Words>

const textAreaOf = (form: HTMLFormElement, name: ReportField) =>
  form.elements.namedItem(name) as HTMLTextAreaElement | null

/** The first empty required field, else today's plan (design: side panel). */
function focusFirst(form: HTMLFormElement) {
  const empty = requiredFields.find((field) => textAreaOf(form, field)?.value.trim() === '')
  const first = textAreaOf(form, empty ?? 'today_plan')
  first?.focus()
  first?.setSelectionRange(first.value.length, first.value.length)
  return first
}

export function ReportFields({
  form,
  words,
  isUntouched,
  errors,
  busy,
  below,
  onChange,
}: {
  /** In which the fields stand. */
  form: RefObject<HTMLFormElement | null>
  words: Words
  /** They are what the form begins with, which may come when it is open. */
  isUntouched: boolean
  errors: WordErrors
  busy: boolean
  /** What may be put into a field by a tap. */
  below: Partial<Record<ReportField, ReactNode>>
  onChange: (part: Partial<Words>) => void
}) {
  const t = useTranslations('dailyReport')
  const wordOf = useReportWords()
  const focused = useRef<Element>(null)
  const begunWith = isUntouched ? Object.values(words).join('\n') : undefined
  useEffect(() => {
    const isFirst = focused.current === null
    const isStillThere = begunWith !== undefined && focused.current === document.activeElement
    if (form.current && (isFirst || isStillThere)) focused.current = focusFirst(form.current)
  }, [form, begunWith])
  useEffect(() => {
    const wrong = reportFields.find((field) => errors[field])
    if (wrong && form.current) textAreaOf(form.current, wrong)?.focus()
  }, [form, errors])

  return reportFields.map((field) => (
    <Fragment key={field}>
      <TextArea
        name={field}
        label={wordOf(`fields.${field}`)}
        hint={requiredFields.includes(field) ? t('required') : t('ifAny')}
        required={requiredFields.includes(field)}
        readOnly={busy}
        value={words[field]}
        error={errors[field]}
        onChange={(value) => onChange({ [field]: value })}
      />
      {below[field]}
    </Fragment>
  ))
}
