/**
 * What a text field offers (`combobox.ts`), whose keys are the field's: it keeps the focus.
 * @param id the field's
 */
export function Options({
  id,
  label,
  options,
  active,
  className,
  onPoint,
  onChoose,
}: {
  id: string
  label: string
  options: readonly { id: string; name: string; detail?: string | undefined }[]
  active: string | undefined
  className: string
  onPoint?: (index: number) => void
  onChoose: (id: string) => void
}) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={label} className={className}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option.id === active}
          dir="auto"
          onPointerMove={() => onPoint?.(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.id)}
          className={`flex min-h-control cursor-pointer items-center rounded-2 px-2 t-14 ${option.id === active ? 'bg-hover' : ''}`}
        >
          {option.name}
          {option.detail && <span className="ml-2 min-w-0 truncate t-12 text-text-3">{option.detail}</span>}
        </li>
      ))}
    </ul>
  )
}
