import { type ChangeEvent, createContext, type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../lib/ime-key.ts'
import { useCombobox } from './use-combobox.ts'

type Offer = { id: string; name: string; detail?: string | undefined }
type Offers = {
  /** Returns what the words before the caret offer. `start`: the beginning of a name. */
  at: (before: string) => { start: string; options: readonly Offer[] }
  /** Returns the words behind an "@" that name nobody. */
  unknownIn: (text: string) => readonly string[]
}

export const offersNothing: Offers = { at: () => ({ start: '', options: [] }), unknownIn: () => [] }
/** The names that the fields of a form offer. */
export const OffersContext = createContext(offersNothing)

/**
 * Offers names behind an "@" in a field of several lines. The list opens while somebody types, and closes with Escape.
 * @param onPick called with the words in which the chosen name stands
 */
export function useNames({
  id,
  value,
  offers,
  onChange,
  onPick,
}: {
  /** Of the field. */
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
    // The field has its new words before the next key arrives.
    flushSync(() => {
      onPick(before + value.slice(caret), { id: picked, name })
      setCaret(before.length)
    })
    ref.current?.setSelectionRange(before.length, before.length)
  }
  const combobox = useCombobox(id, start, options, insert)

  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (isImeKey(event)) return false
    if (event.key !== 'Escape' || !combobox.active) return combobox.onKeyDown(event)
    setIsOpen(false)
    event.preventDefault()
    // The form around the field stays open.
    event.stopPropagation()
    return true
  }
  return {
    options,
    /** Not while names are offered: one of them may be meant. */
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
