import { Search } from 'lucide-react'

export function SearchBox({
  label,
  value,
  onChange,
}: {
  /** Also stands in the empty box. */
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className="relative lg:w-68">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-2"
      />
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
