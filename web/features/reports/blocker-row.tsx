import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { focusWithin } from '../../platform/focus-within.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { withoutMarks } from '../../domain/lines.ts'
import {
  type BlockerField,
  type BlockerRow,
  keepBlockerOpen,
  reword,
  type BlockerOutcome,
  solve,
} from './blocker-rows.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { ChoiceRow } from './choice-row.tsx'

type Props = ControlledProps<BlockerField> & { row: BlockerRow; busy: boolean }

/** Shows an open blocker of the author, with one key for each of three options: keep open, resolve or reword. */
export function BlockerOutcomeRow({ row, busy, value: field, onChange }: Props) {
  const t = useTranslations('beginning')
  const [isRewording, setIsRewording] = useState(row.outcome === 'reworded')
  const line = useRef<HTMLLIElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const outcome = isRewording ? 'reworded' : row.outcome
  const choose = (chosen: NonNullable<BlockerOutcome>) => {
    if (busy) return
    flushSync(() => setIsRewording(chosen === 'reworded'))
    input.current?.focus()
    if (chosen === 'open') onChange(keepBlockerOpen(field, row))
    if (chosen === 'solved') onChange(solve(field, row))
    if (chosen === 'reworded' && row.outcome !== 'open' && row.outcome !== 'reworded')
      onChange(keepBlockerOpen(field, row))
  }
  return (
    <ChoiceRow
      ref={line}
      words={withoutMarks(row.text)}
      look={outcome === 'solved' ? 'text-text-3 line-through' : ''}
      options={[
        { outcome: 'open', label: t('stillOpen') },
        { outcome: 'solved', label: t('solved') },
        { outcome: 'reworded', label: t('reword') },
      ]}
      chosen={outcome}
      onChoose={choose}
    >
      {isRewording && (
        <NewWords
          input={input}
          row={row}
          busy={busy}
          onType={(text) => onChange(reword(field, row, text))}
          onLeave={() => focusWithin(line.current)}
        />
      )}
    </ChoiceRow>
  )
}

function NewWords({
  input,
  row,
  busy,
  onType,
  onLeave,
}: {
  input: RefObject<HTMLInputElement | null>
  row: BlockerRow
  busy: boolean
  onType: (text: string) => void
  onLeave: () => void
}) {
  const t = useTranslations('beginning')
  const [text, setText] = useState(row.words)
  // `row.words` is the blocker's line in the blockers field: trimmed and never empty. An empty input does not change
  // the line.
  const isInField = text.trim() === row.words || text.trim() === ''
  const leaveByKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    // Leaves the row only. Otherwise Enter would submit the form, and Escape would close the panel.
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.ctrlKey || event.metaKey || event.altKey) return
    if (isImeKey(event)) return
    onLeave()
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <input
      ref={input}
      aria-label={t('newWords', { text: withoutMarks(row.text) })}
      value={isInField ? text : row.words}
      readOnly={busy}
      onKeyDown={leaveByKeys}
      onChange={({ target }) => {
        setText(target.value)
        onType(target.value)
      }}
      className="text-box mb-1 h-control basis-full border-rule-strong t-14 text-text max-md:text-[16px] pointer-coarse:h-11"
    />
  )
}
