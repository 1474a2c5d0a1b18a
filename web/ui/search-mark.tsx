import { Search } from 'lucide-react'

/** The icon at the left edge of a search field. The element around the field must be `relative`. */
export const SearchMark = () => (
  <Search
    size={16}
    strokeWidth={1.75}
    aria-hidden
    className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-2"
  />
)
