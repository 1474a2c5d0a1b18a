import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { isImeKey } from '../../platform/ime-key.ts'
import { isTyping, useShortcuts } from '../../hooks/use-shortcuts.ts'
import { threadParameter } from '../../app/members-paths.ts'

const threadIdPrefix = 'thread-'

/** The state of a history entry that asks for a comment. `at` tells two presses apart. */
type ReplyState = { replyTo: string; at: number }

/** Returns the state for a link to a thread that focuses its field. */
export const replyIn = (id: string): ReplyState => ({ replyTo: id, at: Date.now() })

/** Returns the row that has the focus, or whose thread has it. */
export function focusedRow(rowIdPrefix: string): HTMLElement | null {
  const place = document.activeElement?.closest<HTMLElement>(`tr[id^="${rowIdPrefix}"], div[id^="${threadIdPrefix}"]`)
  return place?.id.startsWith(threadIdPrefix)
    ? document.getElementById(rowIdPrefix + place.id.slice(threadIdPrefix.length))
    : (place ?? null)
}

/**
 * Controls which threads are open below the rows of a table, and opens the one in the URL or in `ReplyState`. `C` opens the thread of the
 * focused row at its field, or closes it. `R` replies in it, and `Esc` returns from the field to the row.
 * @param rowIdPrefix the prefix of the row ids, before the id of the subject
 */
export function useThreads(rowIdPrefix: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const linked = useSearchParams()[0].get(threadParameter)
  const [followed, setFollowed] = useState<string | null>(null)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked) setOpen(new Set([...open, linked]))
  }
  const toggle = useCallback(
    (id: string) =>
      setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  )
  const [replyTo, setReplyTo] = useState<string>()
  const asked = useHistoryState<Partial<ReplyState> | null>()
  const [answeredAt, setAnsweredAt] = useState<number>()
  if (asked?.replyTo !== undefined && asked.at !== answeredAt) {
    setAnsweredAt(asked.at)
    setOpen(new Set([...open, asked.replyTo]))
    setReplyTo(asked.replyTo)
  }
  const reply = useCallback((id: string) => {
    setOpen((before) => new Set([...before, id]))
    setReplyTo(id)
  }, [])
  const withFocused = (act: (id: string, row: HTMLElement) => void) => () => {
    const row = focusedRow(rowIdPrefix)
    if (row) act(row.id.slice(rowIdPrefix.length), row)
  }
  useShortcuts({
    c: withFocused((id, row) => {
      if (!open.has(id)) return reply(id)
      row.focus()
      toggle(id)
    }),
    r: withFocused(reply),
  })
  return {
    open,
    /** Stable across renders. */
    toggle,
    /** Opens a thread and focuses its field. Stable across renders. */
    reply,
    /** Renders the thread if it is open. */
    place: (id: string, thread: ReactNode) =>
      open.has(id) && (
        <Suspense>
          <div
            id={threadIdPrefix + id}
            role="presentation"
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || event.defaultPrevented || isImeKey(event)) return
              if (!isTyping(event.target)) return
              event.preventDefault()
              focusedRow(rowIdPrefix)?.focus()
            }}
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
