type Props = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

/** A native checkbox with the look of a switch. Its change is saved at once. The touch target is 44 px. */
export function Switch({ label, checked, disabled = false, onChange }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="switch-track"
    />
  )
}
