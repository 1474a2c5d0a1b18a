import { useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import { PanelContainer, slideOut } from './panel.tsx'

/** Controls a panel. `opened`: the data for which it is open. `giveFocusBack` is called after the panel was removed. */
export function usePanel<T>(giveFocusBack: () => void) {
  const [opened, open] = useState<T>()
  const place = useContext(PanelContainer)
  const close = async () => {
    await slideOut(place)
    flushSync(() => open(undefined))
    giveFocusBack()
  }
  return { opened, open, close: () => void close() }
}
