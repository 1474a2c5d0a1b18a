import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react'
import { focusWithin } from '../../platform/focus-within.ts'
import { isImeKey } from '../../platform/ime-key.ts'

const keys = ['1', '2', '3']

/**
 * Shows a line with three options. The keys `1`, `2` and `3` choose one. The up and down arrows move to another row.
 * Tab reaches only one option of the row: the chosen one, otherwise the first.
 * @param look classes of the line's text
 * @param children shown below the line
 */
export function ChoiceRow<Outcome extends string>({
  ref,
  words,
  look = '',
  options,
  chosen,
  onChoose,
  children,
}: {
  ref?: Ref<HTMLLIElement>
  words: ReactNode
  look?: string
  options: readonly { outcome: Outcome; label: string }[]
  chosen: Outcome | undefined
  onChoose: (outcome: Outcome) => void
  children?: ReactNode
}) {
  const id = useId()
  const radios = useRef(new Map<Outcome, HTMLInputElement>())
  const stop = options.some(({ outcome }) => outcome === chosen) ? chosen : options[0]?.outcome
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, target, currentTarget: row } = event
    if (isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
    const option = options[keys.indexOf(key)]
    if (option) {
      radios.current.get(option.outcome)?.focus()
      onChoose(option.outcome)
    } else if (key === 'ArrowUp') focusWithin(row.previousElementSibling)
    else if (key === 'ArrowDown') focusWithin(row.nextElementSibling)
    // Chooses the option. Otherwise Enter would submit the form.
    else if (key === 'Enter') target.click()
    else return
    event.preventDefault()
  }
  return (
    <li
      ref={ref}
      onKeyDown={onKeyDown}
      className="flex min-h-8 flex-wrap items-center justify-end gap-x-3 gap-y-0.5 border-t border-rule py-0.25 pointer-coarse:py-0.75"
    >
      <p id={id} dir="auto" className={`min-w-32 flex-1 t-14 text-pretty wrap-anywhere ${look}`}>
        {words}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="flex shrink-0 rounded-2 border border-rule bg-surface text-text-2"
      >
        {options.map(({ outcome, label }) => (
          <label key={outcome} className="choice-outcome">
            <input
              ref={(radio) => {
                if (!radio) return
                radios.current.set(outcome, radio)
                return () => void radios.current.delete(outcome)
              }}
              type="radio"
              name={`${id}-outcome`}
              checked={outcome === chosen}
              tabIndex={outcome === stop ? 0 : -1}
              onChange={() => onChoose(outcome)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      {children}
    </li>
  )
}
