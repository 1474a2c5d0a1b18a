import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { AsWritten } from './as-written.tsx'

/** A note with more marks is shown as plain text, because parsing it would cause a noticeable delay. */
const marksMost = 600
/** A note with more marks is parsed only when it is nearly visible, because a screen can show sixty such notes. */
const marksAtOnce = 60
/**
 * A longer note is rendered only when it is nearly visible. Its layout is slow if the page's fonts lack its characters.
 */
const charactersAtOnce = 1_000
const words = 'max-w-(--measure) t-15 text-pretty wrap-anywhere'
const nearView = '200px' // far enough to format a note before it is read

/** Returns the number of characters that can be marks. In the worst case, twice as many take four times as long. */
const marksIn = (text: string) => text.match(/[!-/:-@[-`{-~\n]/gu)?.length ?? 0

/** Starts to load the renderer with this module, so that a text is rarely formatted while it is already being read. */
const reader = import('./markdown-tree.tsx').then(
  ({ MarkdownTree }) => ({ default: MarkdownTree }),
  () => ({ default: AsWritten }),
)
const Tree = lazy(() => reader)

/** Returns whether the text has one line and no marks, like most short texts. */
const isPlain = (text: string) => text.length <= charactersAtOnce && marksIn(text) === 0 && !/^\s|\r/u.test(text)

/**
 * Renders a text of a member, with emphasis, lists, code and links. HTML in it is shown as text. A text that would take
 * long to parse is not formatted (decision 21).
 */
export function Markdown({ text }: { text: string }) {
  if (!isPlain(text)) return <Marked text={text} />
  return (
    <p dir="auto" className={`whitespace-pre-line ${words}`}>
      {text}
    </p>
  )
}

function Marked({ text }: { text: string }) {
  const marks = useMemo(() => marksIn(text), [text])
  const { isNear, watch } = useNearView()
  return (
    <div
      ref={marks > marksAtOnce && !isNear ? watch : undefined}
      dir="auto"
      className={`flex flex-col gap-1.5 ${words} ${
        text.length > charactersAtOnce ? '[contain-intrinsic-block-size:auto_20rem] [content-visibility:auto]' : ''
      }`}
    >
      {marks > marksMost ? (
        <AsWritten text={text} isExplained />
      ) : marks > marksAtOnce && !isNear ? (
        <AsWritten text={text} />
      ) : (
        // Until the renderer is loaded, the invisible text reserves the space. Visible Markdown marks would flash.
        <Suspense
          fallback={
            <div className="invisible">
              <AsWritten text={text} />
            </div>
          }
        >
          <Tree text={text} />
        </Suspense>
      )}
    </div>
  )
}

const turns: (() => void)[] = []

/** Runs one callback per frame, so that the page still reacts to input if many notes become visible at once. */
function oneAFrame(read: () => void) {
  const next = () => {
    turns.shift()!()
    if (turns.length > 0) requestAnimationFrame(next)
  }
  if (turns.push(read) === 1) requestAnimationFrame(next)
}

/** Returns whether the element has been nearly visible, and `watch`, which is the ref for the element. */
function useNearView() {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((place: HTMLElement | null) => {
    if (!place) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        oneAFrame(() => setNear(true))
      },
      { rootMargin: nearView },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return { isNear, watch }
}
