import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PanelPlace, slideOut } from './panel.tsx'

/** What a panel is open for, if it is; once it is gone, `giveFocusBack` leads to where the work goes on. */
export function usePanel<T>(giveFocusBack: () => void) {
  const [opened, open] = useState<T>()
  const place = useContext(PanelPlace)
  const isOpen = opened !== undefined
  const wasOpen = useRef(false)
  const onClosed = useEffectEvent(giveFocusBack)
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed()
    wasOpen.current = isOpen
  }, [isOpen])
  return { opened, open, close: () => void slideOut(place).then(() => open(undefined)) }
}
