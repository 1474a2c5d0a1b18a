import { useEffect, useState } from 'react'
import { useSettled } from '../../lib/use-settled.ts'

const patienceMs = 200

/**
 * Returns the words of a field at once, and puts them into the address once nobody types any more. Safari refuses more
 * than 100 changes of the address in 30 seconds.
 * @param inAddress the words in the address, which a link may change, too
 */
export function useTypedWords(inAddress: string, writeAddress: (words: string) => void) {
  const [words, setWords] = useState(inAddress)
  /** `seen` in the address at the last render. `written` there by this field, perhaps not seen yet. */
  const [{ seen, written }, setAddress] = useState({ seen: inAddress, written: inAddress })
  const settled = useSettled(words, patienceMs)
  if (inAddress !== seen) {
    if (inAddress !== written) setWords(inAddress)
    setAddress({ seen: inAddress, written: inAddress })
  }
  useEffect(() => {
    if (settled !== words || settled === inAddress) return
    setAddress((before) => ({ ...before, written: settled }))
    writeAddress(settled)
    // Only what was typed leads here: a change of the address by a link stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return { words, settled, type: setWords }
}
