import { useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import { PanelPlace, slideOut } from './panel.tsx'

/** What a panel is open for, if it is; once it is gone, `giveFocusBack` leads to where the work goes on. */
export function usePanel<T>(giveFocusBack: () => void) {
  const [opened, open] = useState<T>()
  const place = useContext(PanelPlace)
  const close = async () => {
    await slideOut(place)
    flushSync(() => open(undefined))
    giveFocusBack()
  }
  return { opened, open, close: () => void close() }
}
