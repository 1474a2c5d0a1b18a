import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { focusFirst } from '../lib/focus-first.ts'

const pressable =
  'cursor-pointer hover:bg-hover focus:bg-hover active:bg-pressed aria-disabled:cursor-default aria-disabled:text-text-disabled'

export type MenuItem = {
  label: string
  icon: ReactNode
  keys?: ReactNode
  onSelect: () => void
  apart?: boolean
  /** Why it cannot be chosen now; it stays to be read. */
  disabledBecause?: string | undefined
}

/**
 * A button that opens a menu. The platform's popover closes it on Esc and on a press elsewhere, and gives the focus
 * back; the arrow keys are ours. `label` names the menu, what the button holds the button. `placement` says where on the
 * screen the menu stands.
 */
export function Menu({
  label,
  items,
  placement,
  className,
  children,
}: {
  label: string
  items: MenuItem[]
  placement: string
  className: string
  children: ReactNode
}) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        popoverTarget={id}
        className={className}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          menu.current?.showPopover()
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
          focusFirst(event.currentTarget, event.newState)
        }}
        className={`fixed inset-auto m-0 w-63 rounded-3 border border-rule bg-surface p-1 text-text shadow-float open:animate-appear ${placement}`}
      >
        {items.map(({ label: name, icon, keys, onSelect, apart, disabledBecause }) => (
          <div key={name} role="none" className={apart ? 'mt-1 border-t border-rule pt-1' : ''}>
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={disabledBecause !== undefined || undefined}
              onClick={() => {
                if (disabledBecause !== undefined) return
                menu.current?.hidePopover()
                onSelect()
              }}
              className={`flex min-h-control w-full items-center gap-3 rounded-2 px-2 text-left t-14 ${pressable}`}
            >
              <span className="text-text-2">{icon}</span>
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
