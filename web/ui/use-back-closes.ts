import { useEffect, useEffectEvent } from 'react'
import { isTabletOrWider } from '../platform/wide-screen.ts'

/** Closes the layer. Returns false if the layer stays open. */
type Close = () => boolean

/** The open layers, from the bottom up. Each has a history entry with its layer number as the state. */
let layers: readonly Close[] = []
let timer: number | undefined
/** True while the page itself goes back over the entries of closed layers. */
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
  // Keeps the scroll position. The browser would restore the one from when the layer opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY))
  window.addEventListener('popstate', stay, { once: true })
}

/** Waits until layers that close and open together have done so, and until a link was followed. */
const settleSoon = () => (timer ??= window.setTimeout(settle))

window.addEventListener('popstate', () => {
  const closing = isTravelling ? [] : layers.slice(entries()).toReversed()
  isTravelling = false
  for (const close of closing) if (close()) layers = layers.filter((layer) => layer !== close)
  settleSoon()
})

/**
 * Makes the Back button close a layer in a narrow window, as on a phone (E5.07). A layer closed in another way leaves
 * no history entry.
 * @param onClose undefined: the layer holds text that would be lost, and Back does not close it
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
