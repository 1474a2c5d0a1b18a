/** On or off, at once: the platform's checkbox as a switch. By touch it reaches to 44 px. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="switch-track"
    />
  )
}
