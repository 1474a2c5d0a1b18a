import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { type BlockerField, type BlockerRow, keepOpen, reword, type RowWay, solve } from './blocker-rows.ts'

const ways = ['open', 'solved', 'reworded'] as const

const radiosOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []),
]

/** Focuses a row. It is one tab stop: its chosen option, otherwise the first. */
const focusRow = (row: Element | null | undefined) =>
  radiosOf(row)
    .find(({ tabIndex }) => tabIndex === 0)
    ?.focus()

/** An open blocker of the writer, which one key keeps open, solves or rewords. */
export function Row({
  row,
  busy,
  field,
  onChange,
}: {
  row: BlockerRow
  busy: boolean
  field: BlockerField
  onChange: (field: BlockerField) => void
}) {
  const id = useId()
  const [isRewording, setIsRewording] = useState(row.way === 'reworded')
  const item = useRef<HTMLLIElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const way = isRewording ? 'reworded' : row.way
  const choose = (chosen: NonNullable<RowWay>) => {
    if (busy) return
    flushSync(() => setIsRewording(chosen === 'reworded'))
    input.current?.focus()
    if (chosen === 'open') onChange(keepOpen(field, row))
    if (chosen === 'solved') onChange(solve(field, row))
    if (chosen === 'reworded' && row.way !== 'open' && row.way !== 'reworded') onChange(keepOpen(field, row))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement)) return
    if (target.type !== 'radio') {
      // Enter would send the form, and Escape close the panel.
      if (key !== 'Enter' && key !== 'Escape') return
      focusRow(item.current)
      event.stopPropagation()
      event.preventDefault()
      return
    }
    const at = ['1', '2', '3'].indexOf(key)
    if (at !== -1) radiosOf(item.current)[at]?.focus()
    if (at !== -1) choose(ways[at]!)
    else if (key === 'ArrowUp') focusRow(item.current?.previousElementSibling)
    else if (key === 'ArrowDown') focusRow(item.current?.nextElementSibling)
    else if (key === 'Enter') target.click()
    else return
    event.preventDefault()
  }
  return (
    <li
      ref={item}
      onKeyDown={onKeyDown}
      className="flex min-h-10 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t border-rule py-0.75"
    >
      <p
        id={id}
        dir="auto"
        className={`min-w-32 flex-1 t-14 text-pretty wrap-anywhere ${way === 'solved' ? 'text-text-3 line-through' : ''}`}
      >
        {row.text}
      </p>
      <Ways labelledBy={id} way={way} onChoose={choose} />
      {isRewording && (
        <NewWords input={input} row={row} busy={busy} onType={(text) => onChange(reword(field, row, text))} />
      )}
    </li>
  )
}

function Ways({
  labelledBy,
  way: chosen,
  onChoose,
}: {
  labelledBy: string
  way: RowWay
  onChoose: (way: NonNullable<RowWay>) => void
}) {
  const t = useTranslations('beginning')
  const words = { open: t('stillOpen'), solved: t('solved'), reworded: t('reword') }
  const stop = chosen ?? 'open'
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      className="flex shrink-0 rounded-2 border border-rule bg-surface text-text-2"
    >
      {ways.map((way) => (
        <label key={way} className="choice-way">
          <input
            type="radio"
            name={`${labelledBy}-way`}
            checked={way === chosen}
            tabIndex={way === stop ? 0 : -1}
            onChange={() => onChoose(way)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {words[way]}
        </label>
      ))}
    </div>
  )
}

/** The input for the new wording of the line. */
function NewWords({
  input,
  row,
  busy,
  onType,
}: {
  input: RefObject<HTMLInputElement | null>
  row: BlockerRow
  busy: boolean
  onType: (text: string) => void
}) {
  const t = useTranslations('beginning')
  const [text, setText] = useState(row.words)
  // The blockers field may have changed since. It never has spaces at its ends, or no text.
  const isInField = text.trim() === row.words || text.trim() === ''
  return (
    <input
      ref={input}
      aria-label={t('newWords', { text: row.text })}
      value={isInField ? text : row.words}
      readOnly={busy}
      onChange={({ target }) => {
        setText(target.value)
        onType(target.value)
      }}
      className="text-box mb-1 h-control basis-full border-rule-strong t-14 text-text max-md:text-[16px] pointer-coarse:h-11"
    />
  )
}
