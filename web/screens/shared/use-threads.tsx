import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { isImeKey } from '../../platform/ime-key.ts'
import { isTyping, useShortcuts } from '../../hooks/use-shortcuts.ts'
import { threadParameter } from '../../app/members-paths.ts'

const threadIdPrefix = 'thread-'

/** The history state of a link that opens the field for a reply. `at` distinguishes two presses of the same link. */
type ReplyState = { replyTo: string; at: number }

/** Returns the history state for a link that opens a thread and focuses its field. */
export const replyIn = (id: string): ReplyState => ({ replyTo: id, at: Date.now() })

/** Returns the row that has the focus, or the row of the thread that has it. */
export function focusedRow(rowIdPrefix: string): HTMLElement | null {
  const place = document.activeElement?.closest<HTMLElement>(`tr[id^="${rowIdPrefix}"], div[id^="${threadIdPrefix}"]`)
  return place?.id.startsWith(threadIdPrefix)
    ? document.getElementById(rowIdPrefix + place.id.slice(threadIdPrefix.length))
    : (place ?? null)
}

/**
 * Controls which threads below the rows of a table are open. Opens the thread of the URL or of `ReplyState`. `C` opens
 * the thread of the focused row and focuses its field, or closes an open thread. `R` opens the thread, if needed, and
 * focuses its field. `Esc` returns from the field to the row.
 * @param rowIdPrefix the part of a row's element id before the id of the report or insight
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
    /** Opens or closes a thread. The function is the same in each render. */
    toggle,
    /** Opens a thread and focuses its field. The function is the same in each render. */
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
