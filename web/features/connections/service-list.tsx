import { ChevronRight, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Provider } from '#contract/providers.ts'
import { matcherOf } from '../../domain/matcher.ts'
import { BrandMark } from '../../brand/brand-marks.tsx'
import { CollapsibleList } from '../../ui/collapsible-list.tsx'
import { useCombobox } from '../../ui/use-combobox.ts'
import { isElsewhere } from './kinds.ts'

const needsOf = (id: Provider) => (isElsewhere(id) ? 'page' : id)

type Service = { id: Provider; name: string }

/**
 * Lists the services of a kind, with a search. Services that the operator has not configured are collapsed at the end.
 */
export function ServiceList({
  label,
  ready,
  missing,
  isAdmin,
  onChoose,
}: {
  label: string
  ready: readonly Service[]
  missing: readonly Service[]
  isAdmin: boolean
  onChoose: (id: Provider) => void
}) {
  const t = useTranslations('connections')
  const id = useId()
  const [query, setQuery] = useState('')
  const matches = matcherOf(query)
  const found = ready.filter(({ name }) => matches(name))
  const lacking = missing.filter(({ name }) => matches(name))
  const combobox = useCombobox(id, query, found, (service) => onChoose(service.id))
  return (
    <div className="grid gap-3">
      {ready.length > 0 && (
        <label className="flex items-center gap-2 rounded-2 border border-rule-strong bg-surface px-3 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
          <Search size={16} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
          <input
            {...combobox.field}
            aria-label={t('search')}
            placeholder={t('search')}
            autoFocus
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="h-11 min-w-0 flex-1 bg-transparent t-14 outline-none placeholder:text-text-3 max-md:text-[16px]"
          />
        </label>
      )}
      <ul {...combobox.list} aria-label={label} className="-mx-2 empty:hidden">
        {found.map((service, index) => (
          <li
            key={service.id}
            {...combobox.option(service, index)}
            className={`flex min-h-13 cursor-pointer items-center gap-3 rounded-2 px-2 py-1.5 ${service === combobox.active ? 'bg-hover' : ''}`}
          >
            <span className="grid w-4.5 shrink-0 justify-center">
              <BrandMark of={service.id} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block t-14b">{service.name}</span>
              <span className="block t-12 text-text-3">{t(`needs.${needsOf(service.id)}`)}</span>
            </span>
            <ChevronRight size={16} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
          </li>
        ))}
      </ul>
      <p role="status" className="t-14 text-text-2 empty:hidden">
        {query.trim() !== '' && found.length + lacking.length === 0 && t('noMatch', { query: query.trim() })}
      </p>
      {lacking.length > 0 && (
        <div>
          <CollapsibleList
            name={t('notOnThisServer')}
            count={lacking.length}
            heading="h3"
            isOpen={ready.length === 0 || query.trim() !== ''}
          >
            {lacking.map((service) => (
              <li key={service.id} className="flex min-h-11 items-center gap-3 py-1 t-14 text-text-3">
                <span className="grid w-4.5 shrink-0 justify-center">
                  <BrandMark of={service.id} />
                </span>
                {service.name}
              </li>
            ))}
          </CollapsibleList>
          <p className="mt-2 t-12 text-pretty text-text-2">{t(isAdmin ? 'howToSetUp' : 'askServerAdministrator')}</p>
        </div>
      )}
    </div>
  )
}
