import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { matcherOf } from '../../lib/matcher.ts'
import { displayName } from '../../lib/person.ts'
import { combobox } from '../../ui/combobox.ts'
import { Options } from '../../ui/options.tsx'
import { openFilter, Opens, SetFilter } from './filter.tsx'

/** More than anybody looks through. */
const most = 50

/** Whose words are looked for: a combobox in the platform's popover. */
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
  const [at, setAt] = useState(0)
  if (chosen) {
    const member = members.find((each) => each.id === chosen)
    return <SetFilter onClear={() => onChange(undefined)}>{member ? displayName(member) : t('member')}</SetFilter>
  }
  const matches = matcherOf(wanted)
  const shown = members.filter((member) => matches(displayName(member), member.email)).slice(0, most)
  const active = shown[Math.min(at, shown.length - 1)]
  const choose = (member: string) => {
    popover.current?.hidePopover()
    onChange(member)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && active) setAt((shown.indexOf(active) + step + shown.length) % shown.length)
    else if (event.key === 'Enter' && active) choose(active.id)
    else return
    event.preventDefault()
  }
  return (
    <>
      <button type="button" aria-haspopup="dialog" popoverTarget={id} className={openFilter}>
        {t('member')}
        <Opens />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        aria-label={t('member')}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          setWanted('')
          setAt(0)
          field.current?.focus()
        }}
        className="fixed inset-auto m-0 w-63 rounded-3 border border-rule bg-surface p-1 text-text shadow-float [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-inline] open:animate-appear"
      >
        <input
          ref={field}
          {...combobox(id, true, active && `${id}-${active.id}`)}
          aria-label={t('searchMembers')}
          placeholder={t('searchMembers')}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="text-box h-control border-rule-strong t-14 max-md:text-[16px]"
        />
        <Options
          id={id}
          label={t('member')}
          options={shown.map((member) => ({ id: member.id, name: displayName(member) }))}
          active={active?.id}
          onPoint={setAt}
          onChoose={choose}
          className="mt-1 max-h-64 overflow-y-auto empty:hidden"
        />
      </div>
    </>
  )
}
