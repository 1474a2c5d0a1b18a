import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import type { Offered, Toast, Toasts, Undo } from './toasts.tsx'

const most = 3
let toasts: readonly Toast[] = []
let nextId = 0
const listeners = new Set<() => void>()

function update(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}
const offersWay = ({ undo, also }: Offered) => undo !== undefined || also !== undefined
const dismiss = (toast: Toast) => update(toasts.filter((one) => one !== toast))
/** The newest on top; the same sentence again starts anew instead of standing twice. */
const show = (kind: Toast['kind'], text: string, { undo, also }: Offered = {}, cause?: unknown) => {
  const shown: Toast = { id: nextId++, kind, text, undo, also, cause }
  // Two that can be undone are two things that were done.
  const others = toasts.filter((one) => offersWay(shown) || one.text !== text)
  update([shown, ...others].slice(0, most))
}
const showDone = (kind: Toast['kind']) => (text: string, undo?: Undo) =>
  show(kind, text, undo && { undo, also: undo.also })

/**
 * A short message, top right, that goes away by itself (S2.101 to S2.103). With a way back it stays longer, and so does what
 * a caller of the operator can refer to: an error's `cause` is what was thrown.
 */
export const toast = {
  success: showDone('success'),
  error: (text: string, cause?: unknown, offered?: Offered) => show('error', text, offered, cause),
  info: showDone('info'),
}

let withdrawn = 0

/** What one member did is not for the next one to take back. */
export function withdrawUndos() {
  withdrawn++
  update(toasts.filter((one) => !offersWay(one)))
}

/** Returns how often undos were withdrawn: an undo from before the last time must not be offered again. */
export const withdrawals = () => withdrawn

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let View: typeof Toasts | undefined
export async function loadToasts() {
  View = (await import('./toasts.tsx')).Toasts
  for (const listener of listeners) listener()
}

/** Where toasts appear; once, at the root. How they look is loaded after the sign-in page, which need not wait for it. */
export function Toaster(texts: Omit<ComponentProps<typeof Toasts>, 'toasts' | 'onDismiss'>) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const isLoaded = useSyncExternalStore(subscribe, () => View !== undefined)
  const isMissing = shown.length > 0 && !isLoaded
  useEffect(() => {
    if (isMissing) loadToasts().catch((error: unknown) => console.info('Toasts could not be shown', error))
  }, [isMissing])
  useEffect(() => () => update([]), [])
  return isLoaded && View && <View toasts={shown} onDismiss={dismiss} {...texts} />
}
