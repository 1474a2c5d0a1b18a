import { type FormEvent, Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea } from '../../ui/text-area.tsx'
import type { Words } from './day.ts'

/** What may be put into a plan by a tap. */
export type Suggestions = (plan: string, onChange: (plan: string) => void, disabled: boolean) => ReactNode

export type WordErrors = Partial<Record<keyof Words, string>>

const fields = [
  { name: 'yesterday_work', label: 'yesterdayWork', required: true },
  { name: 'today_plan', label: 'todayPlan', required: true },
  { name: 'issues', label: 'issues', required: false },
] as const

const fieldOf = (form: HTMLFormElement, name: keyof Words) =>
  form.elements.namedItem(name) as HTMLTextAreaElement | null

/** The first empty required field, else today's plan (design: side panel). */
function focusFirst(form: HTMLFormElement) {
  const empty = fields.find(({ name, required }) => required && fieldOf(form, name)?.value.trim() === '')
  const field = fieldOf(form, empty?.name ?? 'today_plan')
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

export function ReportForm({
  id,
  words,
  errors,
  busy,
  suggestions,
  onChange,
  onSubmit,
}: {
  id: string
  words: Words
  errors: WordErrors
  busy: boolean
  /** Below today's plan, of which it gets and changes the text. */
  suggestions: Suggestions
  onChange: (part: Partial<Words>) => void
  onSubmit: () => void
}) {
  const t = useTranslations('dailyReport')
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (form.current) focusFirst(form.current)
  }, [])
  useEffect(() => {
    const wrong = fields.find(({ name }) => errors[name])
    if (wrong && form.current) fieldOf(form.current, wrong.name)?.focus()
  }, [errors])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form
      ref={form}
      id={id}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-5"
      aria-busy={busy}
    >
      {fields.map(({ name, label, required }) => (
        <Fragment key={name}>
          <TextArea
            name={name}
            label={t(label)}
            hint={required ? t('required') : t('ifAny')}
            required={required}
            readOnly={busy}
            value={words[name]}
            error={errors[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
          {name === 'today_plan' && suggestions(words.today_plan, (today_plan) => onChange({ today_plan }), busy)}
        </Fragment>
      ))}
    </form>
  )
}
