import { type LucideIcon, Search } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CloseButton } from '../../ui/close-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useModal } from '../../ui/modal.ts'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { type Combobox, useCombobox } from '../../ui/use-combobox.ts'
import { type Command, matching } from './matching.ts'

export type PaletteCommand = Command & {
  icon: LucideIcon
  /** The type of the target, shown beside the name. */
  kind?: string
  keys?: string | undefined
  /** Shown in the list instead of the label, if the label is not enough. */
  shown?: ReactNode
  /** Listed only if a query is typed or the command was used recently. */
  onRequest?: true
}

/** The maximum number of listed commands. A longer query finds the others. */
const most = 50

/**
 * Finds a screen, a day, a member or an action by its name, and runs it.
 * A combobox in a native dialog: the focus stays in the field, and the arrow keys select.
 */
export function Palette({
  commands,
  typed,
  found,
  recent,
  note,
  onQuery,
  onClose,
  onChoose,
}: {
  commands: readonly PaletteCommand[]
  /** Returns commands for a query that names a target, such as a date. They are listed before the search results. */
  typed: (query: string) => PaletteCommand[]
  /** Search results in the team's texts, listed last. The last entry opens the full search. */
  found: readonly PaletteCommand[]
  recent: readonly string[]
  /** Explains what is missing from the list. */
  note?: string | undefined
  onQuery: (query: string) => void
  onClose: () => void
  onChoose: (command: PaletteCommand) => void
}) {
  const t = useTranslations('palette')
  const shell = useTranslations('shell')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const [query, setQuery] = useState('')
  const closing = useModal(dialog, onClose)
  useBackCloses(onClose)

  const hasQuery = query.trim() !== ''
  const offered = commands.filter((command) => hasQuery || !command.onRequest || recent.includes(command.id))
  const named = [...typed(query), ...matching(offered, query, recent)].slice(0, most)
  const shown = hasQuery ? [...named, ...found] : named
  const combobox = useCombobox(id, query, shown, (chosen, event) => {
    const command = event?.shiftKey ? found.at(-1) : chosen
    if (command) onChoose(command)
  })
  return (
    <dialog
      ref={dialog}
      data-palette
      aria-label={t('title')}
      {...closing}
      // Ignore a drag that begins inside, such as a text selection, and ends outside.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && pressedOutside.current && onClose()}
      className="mx-auto mt-0 max-h-dvh w-full max-w-none modal-box md:mt-[12vh] md:w-140 md:rounded-3"
    >
      <div className="flex items-center gap-3 border-b border-rule px-4">
        <Search size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
        <input
          {...combobox.field}
          aria-label={t('placeholder')}
          enterKeyHint="go"
          autoFocus
          placeholder={t('placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            onQuery(event.target.value)
          }}
          className="h-14 min-w-0 flex-1 bg-transparent t-15 text-ellipsis outline-none placeholder:text-text-3 max-md:text-[1rem]"
        />
        <Kbd keys="Esc" />
        <CloseButton label={shell('close')} className="-mr-2 shrink-0 pointer-fine:hidden" onClick={onClose} />
      </div>
      <ul
        {...combobox.list}
        aria-label={t('title')}
        className="max-h-[min(60dvh,28rem)] overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {shown.map((command, index) => (
          <Option
            key={command.id}
            option={combobox.option(command, index)}
            command={command}
            kind={!hasQuery && recent.includes(command.id) ? t('recent') : command.kind}
          />
        ))}
      </ul>
      <div role="status" className={shown.length > 0 ? 'sr-only' : 'px-6 py-8 text-center'}>
        {shown.length > 0 ? (
          hasQuery && t('found', { count: shown.length })
        ) : (
          <>
            <p className="t-14b wrap-anywhere">{t('nothing', { query: query.trim() })}</p>
            <p className="mt-2 t-13 text-text-2">{t('nothingHint')}</p>
          </>
        )}
      </div>
      {note && <p className="border-t border-rule px-4 py-2 t-12 text-text-3">{note}</p>}
    </dialog>
  )
}

function Option({
  option,
  command: { label, shown, icon: Icon, keys },
  kind,
}: {
  option: ReturnType<Combobox<PaletteCommand>['option']>
  command: PaletteCommand
  kind: string | undefined
}) {
  return (
    <li
      {...option}
      className={`flex min-h-control cursor-pointer items-center gap-3 rounded-2 border px-3 py-1 t-14 ${option['aria-selected'] ? 'border-ai-rule bg-ai-soft' : 'border-transparent'}`}
    >
      <Icon size={16} strokeWidth={1.75} className="shrink-0 text-text-2" aria-hidden />
      <span dir="auto" className={`min-w-0 flex-1 ${shown ? 'truncate' : 'wrap-anywhere'}`}>
        {shown ?? label}
      </span>
      {kind && <span className="max-w-2/5 truncate t-12 text-text-3">{kind}</span>}
      {keys && <Kbd keys={keys} />}
    </li>
  )
}
