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
      className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-rule-strong bg-sunken transition-colors fast before:absolute before:top-0.75 before:left-0.75 before:size-3 before:rounded-full before:bg-text-2 before:transition-transform after:absolute after:-inset-x-1 after:-inset-y-3 checked:border-ai checked:bg-ai checked:before:translate-x-4 checked:before:bg-on-ai forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:before:bg-[HighlightText]"
    />
  )
}
