import { useEffect, useEffectEvent } from 'react'
import { hasRoom } from '../lib/has-room.ts'

/** Closes the layer. Returns false if the layer stays open. */
type Close = () => boolean

/** The open layers, from the bottom up. Each has an entry in the history, whose state counts the layers so far. */
let layers: readonly Close[] = []
let timer: number | undefined
/** The page itself goes back over the entry of a closed layer. */
let isTravelling = false

const entries = () => (history.state as { layers?: number } | null)?.layers ?? 0

/** Gives each open layer its entry, and leaves the entries of closed ones. */
function settle() {
  timer = undefined
  if (isTravelling) return
  for (let count = entries(); count < layers.length; count++)
    history.pushState({ ...(history.state as object | null), layers: count + 1 }, '')
  isTravelling = entries() > layers.length
  if (!isTravelling) return
  history.go(layers.length - entries())
  const { scrollX, scrollY } = window
  // The browser scrolls to where the page was when the layer opened.
  const stay = () => requestAnimationFrame(() => window.scrollTo(scrollX, scrollY))
  window.addEventListener('popstate', stay, { once: true })
}

/** Waits until layers that close and open together have done so, and until a link has been followed. */
const settleSoon = () => (timer ??= window.setTimeout(settle))

window.addEventListener('popstate', () => {
  const closing = isTravelling ? [] : layers.slice(entries()).toReversed()
  isTravelling = false
  for (const close of closing) if (close()) layers = layers.filter((layer) => layer !== close)
  settleSoon()
})

/**
 * Lets Back close a layer over the page in a narrow window, as on a phone (E5.07). Closed otherwise, it leaves no entry.
 * @param onClose undefined: the layer holds words that would be lost, and Back leaves it open
 */
export function useBackCloses(onClose: (() => void) | undefined) {
  const closeLayer = useEffectEvent(() => {
    onClose?.()
    return onClose !== undefined
  })
  useEffect(() => {
    if (hasRoom()) return
    const close = () => closeLayer()
    layers = [...layers, close]
    settleSoon()
    return () => {
      layers = layers.filter((layer) => layer !== close)
      settleSoon()
    }
  }, [])
}
