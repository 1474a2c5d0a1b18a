import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isImeKey } from '../platform/ime-key.ts'
import { matcherOf } from './matcher.ts'
import { useResize } from '../hooks/use-resize.ts'
import { searchedIn, zoneIn, zonesIn } from '../dates/zones.ts'
import type { ControlledProps } from '../ui/controlled-props.ts'
import { Options } from '../ui/options.tsx'
import { useCombobox } from '../ui/use-combobox.ts'

type Props = ControlledProps<string> & { hint?: ReactNode; none?: string; disabled: boolean }

/**
 * Selects a time zone by its common name, country, city or offset from UTC.
 * @param none the label of the empty value, if the time zone is optional
 */
export function ZoneSelect({ hint, none, disabled, value, onChange }: Props) {
  const t = useTranslations('teamSettings')
  const language = useLocale()
  const id = useId()
  /** The search text. Undefined while the list is closed. */
  const [query, setQuery] = useState<string>()
  const close = () => setQuery(undefined)
  const optionOf = (zone: ReturnType<typeof zoneIn>) => ({
    id: zone.id,
    name: zone.id === 'UTC' ? zone.id : t('zone', { name: zone.name, city: zone.city, offset: zone.offset }),
  })
  const empty = { id: '', name: none ?? '' }
  const current = value === '' ? empty : optionOf(zoneIn(language, value))
  const found = () => {
    const matches = matcherOf(query ?? '')
    const searched = searchedIn(language)
    const others = zonesIn(language)
      .map(optionOf)
      .filter((option) => option.id !== value)
    const all = [current, ...(none !== undefined && value !== '' ? [empty] : []), ...others]
    return all.filter((option) => matches(option.name, option.id, ...searched(option.id)))
  }
  const options = query === undefined ? [] : found()
  const { field, isCut } = useCut(current.name)
  const combobox = useCombobox(id, query ?? '', options, (option) => {
    close()
    if (option.id !== value) onChange(option.id)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event) || combobox.onKeyDown(event)) return
    if (event.key === 'ArrowDown' && query === undefined) {
      event.preventDefault()
      setQuery('')
    } else if (event.key === 'Escape' && query !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="t-13b">
        {t('timeZone')}
      </label>
      <div className="relative">
        <input
          {...combobox.field}
          ref={field}
          id={id}
          disabled={disabled}
          value={query ?? current.name}
          placeholder={current.name}
          onChange={(event) => setQuery(event.target.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setQuery((before) => before ?? '')}
          onBlur={close}
          onKeyDown={onKeyDown}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
          className="text-box h-control truncate border-rule-strong pr-9 t-14 disabled:border-transparent max-md:text-[16px]"
        />
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-3"
        />
        {query !== undefined && (
          <Options
            label={t('timeZone')}
            combobox={combobox}
            className="absolute top-full left-0 z-1 mt-1 w-max max-w-[min(24rem,80vw)] min-w-full max-h-64 overflow-y-auto rounded-3 border border-rule bg-surface p-1 shadow-float empty:hidden"
          />
        )}
      </div>
      {isCut && query === undefined && (
        <p aria-hidden className="t-12 text-text-3">
          {current.name}
        </p>
      )}
      <p role="status" className="t-12 text-text-3 empty:hidden">
        {query !== undefined && options.length === 0 && t('noZone')}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="t-12 text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Returns whether the field is too narrow for its text. If so, the text is shown below the field as well. */
function useCut(words: string) {
  const field = useRef<HTMLInputElement>(null)
  const [isCut, setIsCut] = useState(false)
  useResize(field, () => setIsCut(field.current!.scrollWidth > field.current!.clientWidth), words)
  return { field, isCut }
}
