import { useEffect, useEffectEvent } from 'react'
import { isTabletOrWider } from '../platform/wide-screen.ts'

/** Closes the layer. Returns false if the layer must stay open. */
type Close = () => boolean

/** The open layers, the lowest first. Each has a history entry; its state is the number of layers up to this one. */
let layers: readonly Close[] = []
let timer: number | undefined
/** True while this code itself goes back over the history entries of closed layers. */
let isTravelling = false

const entries = () => (history.state as { layers?: number } | null)?.layers ?? 0

/** Adds a history entry for each new layer, and removes the entries of closed ones. */
function settle() {
  timer = undefined
  if (isTravelling) return
  for (let count = entries(); count < layers.length; count++)
    history.pushState({ ...(history.state as object | null), layers: count + 1 }, '')
  isTravelling = entries() > layers.length
  if (!isTravelling) return
  history.go(layers.length - entries())
  const { scrollX, scrollY } = window
  // Keeps the scroll position. The browser would restore the position at which the layer was opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY))
  window.addEventListener('popstate', stay, { once: true })
}

/** Waits for a moment, in which a layer may be replaced by another one, or a link may be followed. */
const settleSoon = () => (timer ??= window.setTimeout(settle))

window.addEventListener('popstate', () => {
  const closing = isTravelling ? [] : layers.slice(entries()).toReversed()
  isTravelling = false
  for (const close of closing) if (close()) layers = layers.filter((layer) => layer !== close)
  settleSoon()
})

/**
 * Makes the back button close a layer, such as a panel, in a narrow window, as on a phone (E5.07). If the layer is
 * closed in another way, its history entry is removed.
 * @param onClose undefined if the layer holds text that would be lost; the back button then does not close it
 */
export function useBackCloses(onClose: (() => void) | undefined) {
  const closeLayer = useEffectEvent(() => {
    onClose?.()
    return onClose !== undefined
  })
  useEffect(() => {
    if (isTabletOrWider()) return
    const close = () => closeLayer()
    layers = [...layers, close]
    settleSoon()
    return () => {
      layers = layers.filter((layer) => layer !== close)
      settleSoon()
    }
  }, [])
}
