import { type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useShortcuts } from '../lib/shortcuts.ts'
import { threadParameter } from './members-paths.ts'

const threadId = (id: string) => `thread-${id}`

/**
 * Which threads are open below the rows of a table, and that which the address names. `C` opens the one of the row with the focus, `R` replies there.
 * @param rowIdPrefix of the ids of the rows; then comes the id of what is answered
 */
export function useThreads(rowIdPrefix: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const linked = useSearchParams()[0].get(threadParameter)
  const [followed, setFollowed] = useState<string | null>(null)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked) setOpen(new Set([...open, linked]))
  }
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  const [replyTo, setReplyTo] = useState<string>()
  const withFocused = (act: (id: string) => void) => () => {
    const id = document.activeElement?.closest(`tr[id^="${rowIdPrefix}"]`)?.id.slice(rowIdPrefix.length)
    if (id) act(id)
  }
  useShortcuts({
    c: withFocused(toggle),
    r: withFocused((id) => {
      setOpen((before) => new Set([...before, id]))
      setReplyTo(id)
      document.getElementById(threadId(id))?.querySelector<HTMLElement>('form textarea')?.focus()
    }),
  })
  return {
    count: (id: string) => ({ isOpen: open.has(id), onToggle: () => toggle(id) }),
    /** The thread where it is open. */
    place: (id: string, thread: ReactNode) =>
      open.has(id) && (
        <Suspense>
          <div
            id={threadId(id)}
            ref={(place) => {
              if (!place || replyTo !== id) return
              place.querySelector<HTMLElement>('form textarea')?.focus()
              setReplyTo(undefined)
            }}
          >
            {thread}
          </div>
        </Suspense>
      ),
  }
}
