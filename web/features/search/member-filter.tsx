import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { matcherOf } from '../../domain/matcher.ts'
import { displayName, wordsToFind } from '../../domain/person.ts'
import { useFocusHandover } from '../../hooks/use-focus-handover.ts'
import { Options } from '../../ui/options.tsx'
import { useCombobox } from '../../ui/use-combobox.ts'
import { openFilter, OpensIcon, SetFilter } from './filter.tsx'

/** The maximum number of options. Nobody reads a longer list. */
const most = 50

/** Limits the search to one author: a combobox in a native popover. */
export function MemberFilter({
  members,
  chosen,
  onChange,
}: {
  members: readonly User[]
  chosen: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const t = useTranslations('search')
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState('')
  const { ref, handOver } = useFocusHandover()
  const matches = matcherOf(wanted)
  const options = members
    .filter((member) => matches(...wordsToFind(member), member.email))
    .map((member) => ({ id: member.id, name: displayName(member), email: member.email }))
    .slice(0, most)
  const combobox = useCombobox(id, wanted, options, (option) => {
    popover.current?.hidePopover()
    handOver(() => onChange(option.id))
  })
  if (chosen) {
    const member = members.find((each) => each.id === chosen)
    return (
      <SetFilter ref={ref} onClear={() => handOver(() => onChange(undefined))}>
        {member ? displayName(member) : t('member')}
      </SetFilter>
    )
  }
  return (
    <>
      <button ref={ref} type="button" aria-haspopup="dialog" popoverTarget={id} className={openFilter}>
        {t('member')}
        <OpensIcon />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('member')}
        onBeforeToggle={() => setWanted('')} // before the list opens; later, this could clear typed text
        onToggle={({ newState }) => {
          if (newState === 'open') field.current?.focus()
        }}
        className="fixed inset-auto m-0 w-63 rounded-3 border border-rule bg-surface p-1 text-text shadow-float [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-inline] open:animate-appear"
      >
        <input
          ref={field}
          {...combobox.field}
          aria-label={t('searchMembers')}
          placeholder={t('searchMembers')}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value)
          }}
          className="text-box h-control border-rule-strong t-14 max-md:text-[16px]"
        />
        <Options label={t('member')} combobox={combobox} className="mt-1 max-h-64 overflow-y-auto empty:hidden" />
      </div>
    </>
  )
}
