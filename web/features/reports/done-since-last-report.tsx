import { ArrowRight, Check, CircleCheck, GitMerge, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prefill } from '#contract/prefill.ts'
import { providers } from '#contract/providers.ts'
import type { ControlledProps } from '../../ui/controlled-props.ts'
import { isImeKey } from '../../platform/ime-key.ts'
import { useOnline } from '../../platform/online.ts'
import { hasLine, withLine, withoutLine } from '../../domain/plan-lines.ts'
import { useShowMore } from '../../hooks/use-show-more.ts'
import { underlined } from '../../ui/text-link.ts'

type Item = Prefill['done'][number]

const shownAtMost = 5
const icons = { merged: GitMerge, closed: CircleCheck, moved: ArrowRight }

/**
 * Lists what the member has done since the last report (N8.02). A press adds an item to yesterday's work, and another
 * press removes it. The form does not wait until these items are loaded, and does not show them offline.
 */
export function DoneSinceLastReport({
  done,
  value: text,
  disabled,
  onChange,
}: ControlledProps<string> & { done: Prefill['done']; disabled: boolean }) {
  const t = useTranslations('beginning')
  const id = useId()
  const { list, shown, hidden, showAll } = useShowMore(done, shownAtMost)
  const [stop, setStop] = useState(0)
  const isOnline = useOnline()
  if (done.length === 0 || !isOnline) return null

  const rowsOf = () => [...(list.current?.children ?? [])]
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (isImeKey(event)) return
    const target = event.target as HTMLElement
    const row = rowsOf().findIndex((each) => each.contains(target))
    const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: 0, ArrowRight: 0 }[event.key]
    if (by === undefined) return
    const goal = rowsOf()[row + by]?.children[event.key === 'ArrowRight' ? 1 : 0]
    if (!(goal instanceof HTMLButtonElement || goal instanceof HTMLAnchorElement)) return
    event.preventDefault()
    goal.focus()
  }
  return (
    // Tab reaches only one element. The arrow keys move between the rows, and to the reference of a row.
    <div role="toolbar" aria-orientation="vertical" aria-labelledby={id} className="-mt-3">
      <p id={id} className="t-12 text-text-2">
        {t('since')}
      </p>
      <ul ref={list} onKeyDown={onKeyDown} className="mt-1">
        {shown.map((item, index) => (
          <li
            key={`${item.url} ${item.text}`}
            onFocus={() => setStop(index)}
            className="flex min-h-9 items-center gap-2 border-b border-rule t-13 pointer-coarse:min-h-11"
          >
            <Toggle
              title={titleOf(item)}
              added={hasLine(text, item.text)}
              disabled={disabled}
              tabIndex={index === Math.min(stop, shown.length - 1) ? 0 : -1}
              onToggle={() =>
                onChange(hasLine(text, item.text) ? withoutLine(text, item.text) : withLine(text, item.text))
              }
            />
            <Reference item={item} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          onClick={showAll}
          className={`mt-2 cursor-pointer rounded-1 t-13 ${underlined} pointer-coarse:-my-1 pointer-coarse:py-3`}
        >
          {t('more', { count: hidden })}
        </button>
      )}
    </div>
  )
}

/** Returns the title without the reference, which is shown at the end of the row. */
const titleOf = ({ text, reference }: Item) =>
  text === reference ? text : text.slice(0, text.length - reference.length).trimEnd()

function Toggle({
  title,
  added,
  disabled,
  tabIndex,
  onToggle,
}: {
  title: string
  added: boolean
  disabled: boolean
  tabIndex: number
  onToggle: () => void
}) {
  const Icon = added ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={added}
      disabled={disabled}
      tabIndex={tabIndex}
      onClick={onToggle}
      className={`flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-1 text-left fast-colors disabled:cursor-default pointer-coarse:min-h-11 ${added ? 'text-ai-text' : 'hover:text-ai-text'}`}
    >
      <Icon size={14} strokeWidth={1.75} className={`shrink-0 ${added ? '' : 'text-text-2'}`} aria-hidden />
      <span dir="auto" className="line-clamp-2 min-w-0 text-pretty wrap-anywhere">
        {title}
      </span>
    </button>
  )
}

function Reference({ item: { kind, reference, url, source } }: { item: Item }) {
  const t = useTranslations('beginning')
  const Icon = icons[kind]
  const words = (
    <>
      <Icon size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="sr-only">{t('became', { kind })}</span> {reference || providers[source].name}
    </>
  )
  const look = 'flex shrink-0 items-center gap-1 t-12 text-text-3 tabular-nums'
  return url === null ? (
    <span className={look}>{words}</span>
  ) : (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      className={`${look} rounded-1 underline-offset-3 hover:underline pointer-coarse:py-3.5 pointer-coarse:pl-3`}
    >
      {words}
    </a>
  )
}
