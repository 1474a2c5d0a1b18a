import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './local-storage.ts'

const key = 'asakai_single_keys'
const listeners = new Set<() => void>()
/** Stands in where the browser refuses its storage: the choice then lasts until the page is left. */
let chosen: boolean | undefined

const enabled = () => chosen ?? readStored(key, (stored) => stored) !== 'off'

export function enableSingleKeys(on: boolean) {
  chosen = on
  writeStored(key, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether single keys act: a member may turn them off, for speech input and for shaky hands (WCAG 2.1.4). */
export const useSingleKeys = () => useSyncExternalStore(subscribe, enabled)

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="menuitem"]'))

/** How long `G` waits for its second key. */
const sequencePatience = 1_500 // milliseconds

/**
 * Acts on single keys (`n`, `?`, `shift e`) and on two in a row (`g d`), except while somebody types, composes, holds a modifier
 * or has a dialog open.
 */
export function useShortcuts(shortcuts: Record<string, (() => void) | undefined>) {
  const on = useSingleKeys()
  const act = useEffectEvent((keys: string) => {
    const shortcut = shortcuts[keys]
    shortcut?.()
    return shortcut !== undefined
  })
  useEffect(() => {
    if (!on) return
    let first: { key: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open], [aria-modal="true"]')) return
      const key = event.key.toLowerCase()
      const pressed = event.shiftKey && /^[a-z]$/u.test(key) ? `shift ${key}` : key
      const sequence = first && event.timeStamp - first.at < sequencePatience ? `${first.key} ${pressed}` : undefined
      first = pressed === 'g' ? { key: pressed, at: event.timeStamp } : undefined
      if ((sequence && act(sequence)) || (!sequence && act(pressed))) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [on])
}
