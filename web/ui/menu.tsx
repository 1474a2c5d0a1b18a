import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { focusFirst } from '../platform/focus-first.ts'
import { isImeKey } from '../platform/ime-key.ts'

const pressable =
  'cursor-pointer hover:bg-hover focus:bg-hover active:bg-pressed aria-disabled:cursor-default aria-disabled:text-text-disabled'

export type MenuItem = {
  label: string
  icon: ReactNode
  keys?: ReactNode
  onSelect: () => void
  apart?: boolean
  isDanger?: boolean
  /** The reason why the item is disabled, shown in the item. */
  disabledBecause?: string | undefined
}

/** Returns the next item after `at` that starts with the letter. After the last item, continues with the first. */
const startingWith = (items: readonly HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.dataset['name']!.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()),
  )

/**
 * A button that opens a menu. The native popover closes the menu on Esc and on a press outside, and returns the focus.
 * The component handles the other keys (ARIA Authoring Practices, menu button).
 * @param label the accessible name of the menu; the content of the button is the button's name
 * @param placement the position of the menu
 * @param trigger the content of the button
 */
export function Menu({
  label,
  items,
  placement,
  className,
  trigger: triggerRef,
  children,
}: {
  label: string
  items: MenuItem[]
  placement: string
  className: string
  trigger?: Ref<HTMLButtonElement>
  children: ReactNode
}) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  useImperativeHandle(triggerRef, () => trigger.current!, [])
  const menu = useRef<HTMLDivElement>(null)

  // Returns the button in each line of the menu.
  const entries = () => [...(menu.current?.children ?? [])].map((line) => line.firstElementChild as HTMLElement)
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const to = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at <= 0 ? -1 : at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    const goal = to ?? (/^\S$/u.test(event.key) ? startingWith(all, at, event.key) : undefined)
    if (!goal) return
    event.preventDefault()
    goal.focus()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        popoverTarget={id}
        className={className}
        onKeyDown={(event) => {
          if (isImeKey(event)) return
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          menu.current?.showPopover()
          entries()
            .at(event.key === 'ArrowUp' ? -1 : 0)
            ?.focus()
        }}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          trigger.current?.setAttribute('aria-expanded', String(event.newState === 'open'))
          focusFirst(event.currentTarget, event.newState, entries()[0])
        }}
        className={`fixed inset-auto m-0 w-63 rounded-3 border border-rule bg-surface p-1 text-text shadow-float open:animate-appear ${placement}`}
      >
        {items.map(({ label: name, icon, keys, onSelect, apart, isDanger, disabledBecause }, index) => (
          <div key={index} role="none" className={apart ? 'mt-1 border-t border-rule pt-1' : ''}>
            <button
              type="button"
              role="menuitem"
              data-name={name}
              tabIndex={-1}
              aria-disabled={disabledBecause !== undefined || undefined}
              onClick={() => {
                if (disabledBecause !== undefined) return
                menu.current?.hidePopover()
                onSelect()
              }}
              className={`flex min-h-control w-full items-center gap-3 rounded-2 px-2 text-left t-14 ${isDanger ? 'text-problem-text' : ''} ${pressable}`}
            >
              <span className={isDanger ? undefined : 'text-text-2'}>{icon}</span>
              <span className="flex-1">
                {name}
                {disabledBecause !== undefined && <span className="block t-12 text-text-3">{disabledBecause}</span>}
              </span>
              {keys}
            </button>
          </div>
        ))}
      </div>
    </>
  )
}
