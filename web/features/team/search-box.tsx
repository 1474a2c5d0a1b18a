import { SearchMark } from '../../ui/search-mark.tsx'

export function SearchBox({
  label,
  value,
  onChange,
}: {
  /** The accessible name of the field, and its placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className="relative lg:w-68">
      <SearchMark />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-control w-full rounded-2 border border-rule-strong bg-surface pr-3 pl-9 t-14 text-text max-md:text-[16px]"
      />
    </div>
  )
}
