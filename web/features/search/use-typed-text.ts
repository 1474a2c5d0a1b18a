import { useEffect, useState } from 'react'
import { useDebouncedValue } from '../../hooks/use-debounced-value.ts'

const typingPauseMs = 200

/**
 * Returns the typed query at once, and writes it to the URL when the member pauses. Safari rejects more than 100
 * changes of the URL in 30 seconds.
 * @param inAddress the query in the URL, which a link may change as well
 */
export function useTypedText(inAddress: string, writeAddress: (words: string) => void) {
  const [words, setWords] = useState(inAddress)
  /** `seen`: the query in the URL at the last render. `written`: the query that this field last wrote to the URL. */
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
    // Must run only after typing. Otherwise it would overwrite a query that a link has written to the URL.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return { words, settled, type: setWords }
}
