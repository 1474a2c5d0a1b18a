import { type KeyboardEvent, useState } from 'react'
import { isImeKey } from '../platform/ime-key.ts'

/**
 * Returns the attributes of a text field with a list of options (ARIA Authoring Practices, combobox). The focus stays
 * in the field. ↑ and ↓ move through the options and scroll them into view. Enter chooses one.
 * @param id the id of the field, from which the ids of the list and its options are derived
 * @param query the search text; if it changes, the first option is active again
 * @param onChoose called with the chosen option
 */
export function useCombobox<Option extends { id: string }>(
  id: string,
  query: string,
  options: readonly Option[],
  onChoose: (option: Option, event?: KeyboardEvent) => void,
) {
  const [chosen, setChosen] = useState({ query, index: 0 })
  const index = Math.min(chosen.query === query ? chosen.index : 0, options.length - 1)
  const point = (at: number) => setChosen({ query, index: at })
  const active = options[index]
  const activeId = active && `${id}-${active.id}`

  /** Returns whether the list handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!active || isImeKey(event) || event.ctrlKey || event.metaKey || event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) point((index + step + options.length) % options.length)
    else if (event.key === 'Enter') onChoose(active, event)
    else return false
    event.preventDefault()
    return true
  }
  return {
    options,
    active,
    onKeyDown,
    list: { id: `${id}-list`, role: 'listbox' } as const,
    option: (option: Option, place: number) =>
      ({
        ref: option === active ? showOption : undefined,
        id: `${id}-${option.id}`,
        role: 'option',
        'aria-selected': option === active,
        onPointerMove: () => place !== index && point(place),
        onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
        onClick: () => onChoose(option),
      }) as const,
    /** The attributes if the field is a textarea, which must not have the role `combobox` (ARIA in HTML). */
    textArea: {
      'aria-controls': active && `${id}-list`,
      'aria-activedescendant': activeId,
      'aria-autocomplete': 'list',
    } as const,
    field: {
      role: 'combobox',
      'aria-expanded': options.length > 0,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': activeId,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDown: (event: KeyboardEvent) => void onKeyDown(event),
    } as const,
  }
}

const showOption = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' })

export type Combobox<Option extends { id: string }> = ReturnType<typeof useCombobox<Option>>
