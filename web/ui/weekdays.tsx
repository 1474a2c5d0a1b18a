import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { formatShortWeekday, formatWeekday } from '../dates/format-date.ts'

/** The weekdays from Monday (1) to Sunday (7) as in ISO 8601, each with a date for its name. */
const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, date: `2026-11-0${day + 1}` }))

/** A row of checkboxes for the weekdays. The last chosen one cannot be turned off. */
export function Weekdays({
  legend,
  hint,
  value,
  disabled = false,
  onChange,
}: {
  legend: string
  hint?: ReactNode
  value: readonly number[]
  disabled?: boolean
  onChange: (days: number[]) => void
}) {
  const language = useLocale()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 t-13b">{legend}</legend>
      <div className="grid grid-cols-7 rounded-2 border border-rule-strong bg-surface">
        {days.map(({ day, date }) => {
          const isOn = value.includes(day)
          return (
            <label
              key={day}
              className="choice-segment rounded-none! px-0! not-first:border-l not-first:border-rule first:rounded-l-[5px]! last:rounded-r-[5px]! has-disabled:cursor-default"
            >
              <input
                type="checkbox"
                aria-label={formatWeekday(language, date)}
                checked={isOn}
                disabled={disabled || (isOn && value.length === 1)}
                onChange={() => onChange(isOn ? value.filter((each) => each !== day) : [...value, day])}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              <span>{formatShortWeekday(language, date)}</span>
            </label>
          )
        })}
      </div>
      {hint && <p className="t-12 text-text-3">{hint}</p>}
    </fieldset>
  )
}
