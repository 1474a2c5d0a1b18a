import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { describe, Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange' | 'value'> & {
  label: string
  /** A hint beside the label: 任意, 10文字以上. */
  hint?: string | undefined
  error?: string | undefined
  /** A note below the field, shown if there is no error. */
  note?: ReactNode
  /** Whether the field is 44 pixels high even with a mouse, as on the sign-in screens. */
  tall?: boolean
  value: string
  onChange: (value: string) => void
}

/** A text field of one line. A password field has a button that shows the password. */
export function TextField({ label, hint, error, note, tall = false, onChange, type, ...rest }: Props) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <Field id={id} label={label} hint={hint} required={rest['aria-required'] === true} error={error}>
      <div className="relative">
        <input
          id={id}
          type={isPassword && isShown ? 'text' : type}
          aria-describedby={note ? `${id}-note` : undefined}
          {...describe(id, error)}
          {...(isPassword && { autoCapitalize: 'none', spellCheck: false })}
          onChange={(event) => onChange(event.target.value)}
          className={`text-box t-14 text-text max-md:text-[16px] ${tall ? 'h-11' : 'h-control'} ${isPassword ? 'pr-11' : ''} ${error ? 'border-error-solid' : 'border-rule-strong'}`}
          {...rest}
        />
        {isPassword && <ShowTyped isShown={isShown} onChange={setShown} />}
      </div>
      {note && !error && (
        <p id={`${id}-note`} className="t-12 text-text-3">
          {note}
        </p>
      )}
    </Field>
  )
}

function ShowTyped({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  const t = useTranslations('common')
  const Icon = isShown ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label={t('showTyped')}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-2 text-text-3 hover:text-text"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
