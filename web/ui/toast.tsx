import { type ComponentProps, useEffect, useSyncExternalStore } from 'react'
import { followPresses } from '../platform/last-press.ts'
import type { Offered, Toast, Undo } from './toast-card.tsx'
import type { Toasts } from './toasts.tsx'

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
/**
 * Removes the oldest toasts above `most`. Keeps toasts with a button, because their undo would be lost, and toasts with
 * `stays` (E5.03).
 */
function withoutOldest(all: readonly Toast[]): readonly Toast[] {
  const dropped = all.length > most && all.findLast((one) => !offersWay(one) && !one.stays)
  return dropped ? withoutOldest(all.filter((one) => one !== dropped)) : all
}
/** Shows a toast on top. A toast without a button replaces earlier ones with the same text. */
const show = (
  kind: Toast['kind'],
  text: string,
  { undo, also }: Offered = {},
  rest: Pick<Toast, 'cause' | 'stays' | 'about'> = {},
) => {
  const shown: Toast = { id: nextId++, kind, text, undo, also, ...rest }
  // Two toasts with a button and the same text belong to two different actions, so both are shown.
  const others = toasts.filter((one) => offersWay(shown) || one.text !== text)
  update(withoutOldest([shown, ...others]))
  if (!View) loadToasts().catch((error: unknown) => console.info('Toasts could not be shown', error))
}
const showDone = (kind: Toast['kind']) => (text: string, undo?: Undo) =>
  show(kind, text, undo && { undo, also: undo.also })

/**
 * Shows a short message at the top right, which disappears after some seconds (S2.101 to S2.103). A message with an
 * undo or a reference number stays longer. `cause`: the error that was thrown.
 */
export const toast = {
  success: showDone('success'),
  error: (text: string, cause?: unknown, offered?: Offered) => show('error', text, offered, { cause }),
  info: showDone('info'),
  /**
   * Shows that a text was not sent. The user may not be looking, so the message stays until the user closes it (E5.03).
   * @param about the key of the text, for `withdrawUnsent`
   */
  unsent: (text: string, rest: Pick<Toast, 'cause' | 'about'> = {}) =>
    show('error', text, {}, { ...rest, stays: true }),
  /** Removes the message about a text, because the text is now saved. */
  withdrawUnsent: (about: string) => update(toasts.filter((one) => one.about !== about)),
}

let withdrawn = 0

/**
 * Removes all toasts with a button or with `stays`. The next member must not undo the actions of the previous one, nor
 * read about their unsent texts.
 */
export function withdrawUndos() {
  withdrawn++
  update(toasts.filter((one) => !offersWay(one) && !one.stays))
}

/** Returns the number of calls of `withdrawUndos`. If it has changed, an earlier undo must not be offered again. */
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

/**
 * Shows the toasts. Render it once, at the root. Its code is loaded later, so that the sign-in page does not wait for
 * it.
 */
export function Toaster({
  nothingToUndo,
  ...texts
}: Omit<ComponentProps<typeof Toasts>, 'toasts' | 'onDismiss' | 'onNothingToUndo'> & { nothingToUndo: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const isLoaded = useSyncExternalStore(subscribe, () => View !== undefined)
  useEffect(() => () => update([]), [])
  useEffect(followPresses, [])
  return (
    isLoaded &&
    View && <View toasts={shown} onDismiss={dismiss} onNothingToUndo={() => toast.info(nothingToUndo)} {...texts} />
  )
}
