import type { Combobox } from './use-combobox.ts'

type Option = { id: string; name: string; detail?: string | undefined }

type Props<Item extends Option> = { label: string; combobox: Combobox<Item>; className: string }

/** The list of a combobox. An option has a name and, if needed, a detail such as an email address. */
export function Options<Item extends Option>({ label, combobox, className }: Props<Item>) {
  return (
    // A press on the padding or the scrollbar must not take the focus from the field, because that would close the
    // list.
    <ul {...combobox.list} aria-label={label} onMouseDown={(event) => event.preventDefault()} className={className}>
      {combobox.options.map((option, index) => (
        <li
          key={option.id}
          {...combobox.option(option, index)}
          dir="auto"
          className={`flex min-h-control cursor-pointer items-center rounded-2 px-2 t-14 ${option === combobox.active ? 'bg-hover' : ''}`}
        >
          <span className={option.detail && 'max-w-2/3 shrink-0 wrap-anywhere'}>{option.name}</span>
          {option.detail && <span className="ml-2 min-w-0 truncate t-12 text-text-3">{option.detail}</span>}
        </li>
      ))}
    </ul>
  )
}
