import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import type { Toast, Toasts, Undo } from './toasts.tsx'

const most = 3
let toasts: readonly Toast[] = []
let nextId = 0
const listeners = new Set<() => void>()

function update(changed: readonly Toast[]) {
  toasts = changed
  for (const listener of listeners) listener()
}
const dismiss = (toast: Toast) => update(toasts.filter((one) => one !== toast))
/** The newest on top; the same sentence again starts anew instead of standing twice. */
const show = (kind: Toast['kind']) => (text: string, undo?: Undo, cause?: unknown) => {
  // Two that can be undone are two things that were done.
  const others = toasts.filter((one) => undo !== undefined || one.text !== text)
  update([{ id: nextId++, kind, text, undo, cause }, ...others].slice(0, most))
}

/**
 * A short message, top right, that goes away by itself (S2.101 to S2.103). With a way back it stays longer, and so does what
 * a caller of the operator can refer to: an error's `cause` is what was thrown.
 */
export const toast = {
  success: show('success'),
  error: (text: string, cause?: unknown) => show('error')(text, undefined, cause),
  info: show('info'),
}

/** What one member did is not for the next one to take back. */
export const withdrawUndos = () => update(toasts.filter(({ undo }) => !undo))

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
