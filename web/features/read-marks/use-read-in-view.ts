import { useEffect, useEffectEvent } from 'react'
import { subscribeToModals, topModal } from '../../platform/modals.ts'

const readAfter = 2_000 // milliseconds in view
const steps = Array.from({ length: 21 }, (_, step) => step / 20)

/** Returns whether at least half of the element is visible, or the element fills half of the window. */
const isInView = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)

/**
 * Calls `onRead` for each element that was in view for two seconds, with no dialog over it, while the tab was visible.
 * An element counts once for each time that it comes into view. So a report that is marked as unread again stays unread
 * until it leaves the view.
 * @param ids the ids of the reports or comments
 * @param elementOf finds the element of an id
 * @param version changes if elements in view must be read again
 */
export function useReadInView(
  { ids, version, elementOf }: { ids: readonly string[]; version: string; elementOf: (id: string) => Element | null },
  onRead: (id: string) => void,
) {
  const read = useEffectEvent(onRead)
  const all = ids.join(' ')
  useEffect(() => {
    if (all === '') return
    const idOf = new Map<Element, string>()
    const inView = new Set<string>()
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const stop = (id: string) => {
      clearTimeout(timers.get(id))
      timers.delete(id)
    }
    const follow = (id: string) => {
      if (document.visibilityState !== 'visible' || topModal() || !inView.has(id)) stop(id)
      else if (!timers.has(id))
        timers.set(
          id,
          setTimeout(() => read(id), readAfter),
        )
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const id = idOf.get(entry.target)!
          if (isInView(entry)) inView.add(id)
          else inView.delete(id)
          follow(id)
        }
      },
      { threshold: steps },
    )
    for (const id of all.split(' ')) {
      const element = elementOf(id)
      if (!element) continue
      idOf.set(element, id)
      observer.observe(element)
    }
    const followAll = () => {
      for (const id of all.split(' ')) follow(id)
    }
    document.addEventListener('visibilitychange', followAll)
    const forgetModals = subscribeToModals(followAll)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', followAll)
      forgetModals()
      for (const id of timers.keys()) stop(id)
    }
  }, [all, version, elementOf])
}
