import { type ComponentProps, type ReactNode, useId } from 'react'
import { describe, Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange' | 'value'> & {
  label: string
  /** Beside the label: 任意, 10文字以上. */
  hint?: string | undefined
  error?: string | undefined
  /** Below it, while nothing is wrong. */
  note?: ReactNode
  /** 44 high also with a mouse, as on the sign-in screens. */
  tall?: boolean
  value: string
  onChange: (value: string) => void
}

export function TextField({ label, hint, error, note, tall = false, onChange, ...rest }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} required={rest['aria-required'] === true} error={error}>
      <input
        id={id}
        aria-describedby={note ? `${id}-note` : undefined}
        {...describe(id, error)}
        onChange={(event) => onChange(event.target.value)}
        className={`text-box t-14 text-text max-md:text-[16px] ${tall ? 'h-11' : 'h-control'} ${error ? 'border-error-solid' : 'border-rule-strong'}`}
        {...rest}
      />
      {note && !error && (
        <p id={`${id}-note`} className="t-12 text-text-3">
          {note}
        </p>
      )}
    </Field>
  )
}
