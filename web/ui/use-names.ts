import { type ChangeEvent, createContext, type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../platform/ime-key.ts'
import { useCombobox } from './use-combobox.ts'

type Offer = { id: string; name: string; detail?: string | undefined }
type Offers = {
  /**
   * Returns the names to offer at the caret. `before`: the text before the caret. `start`: the typed part of the name.
   */
  at: (before: string) => { start: string; options: readonly Offer[] }
  unknownIn: (text: string) => readonly string[]
}

export const offersNothing: Offers = { at: () => ({ start: '', options: [] }), unknownIn: () => [] }
export const OffersContext = createContext(offersNothing)

/**
 * Offers names after an "@" in a textarea. The list opens when the member types, and closes on Escape.
 * @param onPick called with the new text and the chosen member
 */
export function useNames({
  id,
  value,
  offers,
  onChange,
  onPick,
}: {
  id: string
  value: string
  offers: Offers
  onChange: (value: string) => void
  onPick: (value: string, picked: { id: string; name: string }) => void
}) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const { start, options } = isOpen ? offers.at(value.slice(0, caret)) : offersNothing.at('')

  const insert = ({ id: picked, name }: Offer) => {
    const before = `${value.slice(0, caret - start.length)}${name} `
    // The field must have its new text before the next key arrives.
    flushSync(() => {
      onPick(before + value.slice(caret), { id: picked, name })
      setCaret(before.length)
    })
    ref.current?.setSelectionRange(before.length, before.length)
  }
  const combobox = useCombobox(id, start, options, insert)

  /** Returns whether the list handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (isImeKey(event)) return false
    if (event.key !== 'Escape' || !combobox.active) return combobox.onKeyDown(event)
    setIsOpen(false)
    event.preventDefault()
    // Otherwise Escape would also close the form around the field.
    event.stopPropagation()
    return true
  }
  return {
    /** Words after an "@" that are no name. Empty while names are offered, because the member may still choose one. */
    unknown: options.length > 0 ? [] : offers.unknownIn(value),
    combobox,
    onKeyDown,
    textArea: {
      ref,
      value,
      ...combobox.textArea,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
        onChange(event.target.value)
        setCaret(event.target.selectionEnd)
        setIsOpen(true)
      },
      onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionEnd),
      onBlur: () => setIsOpen(false),
    },
  }
}

export type Names = ReturnType<typeof useNames>
