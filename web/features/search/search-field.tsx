import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { isImeKey } from '../../platform/ime-key.ts'
import { SearchMark } from '../../ui/search-mark.tsx'

/** @param onDown moves to the first result */
export function SearchField({
  ref,
  value,
  onChange,
  onEnter,
  onDown,
}: {
  ref: RefObject<HTMLInputElement | null>
  value: string
  onChange: (value: string) => void
  onEnter: () => void
  onDown: () => void
}) {
  const t = useTranslations('search')
  return (
    <div className="relative mt-4">
      <SearchMark />
      <input
        ref={ref}
        type="text"
        role="searchbox"
        aria-label={t('field')}
        placeholder={t('field')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // During composition these keys belong to the input method.
          if (isImeKey(event)) return
          if (event.key === 'Escape' && value !== '') onChange('')
          else if (event.key === 'Enter') onEnter()
          else if (event.key === 'ArrowDown') onDown()
          else return
          event.preventDefault()
        }}
        className="text-box h-11 border-rule-strong pr-12 pl-10 text-ellipsis t-15 max-md:text-[16px]"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            onChange('')
            ref.current?.focus()
          }}
          className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center rounded-2 text-text-2 hover:text-text"
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}
