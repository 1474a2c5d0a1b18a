import { useEffect, useState } from 'react'
import { useDebouncedValue } from '../../hooks/use-debounced-value.ts'

const typingPauseMs = 200

/**
 * Returns the typed query at once, and writes it to the address when the typing pauses.
 * Safari rejects more than 100 changes of the address in 30 seconds.
 * @param inAddress the query in the address, which a link may change as well
 */
export function useTypedText(inAddress: string, writeAddress: (words: string) => void) {
  const [words, setWords] = useState(inAddress)
  /** `seen`: the query in the address at the last render. `written`: the one that this field last wrote there. */
  const [{ seen, written }, setAddress] = useState({ seen: inAddress, written: inAddress })
  const settled = useDebouncedValue(words, typingPauseMs)
  if (inAddress !== seen) {
    if (inAddress !== written) setWords(inAddress)
    setAddress({ seen: inAddress, written: inAddress })
  }
  useEffect(() => {
    if (settled !== words || settled === inAddress) return
    setAddress((before) => ({ ...before, written: settled }))
    writeAddress(settled)
    // Must run only after typing. Otherwise it would overwrite a change of the address by a link.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return { words, settled, type: setWords }
}
