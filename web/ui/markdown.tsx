import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { AsWritten } from './as-written.tsx'

/** Shows a note with more marks as plain text, because parsing it would cause a noticeable delay. */
const marksMost = 600
/** A note with more marks is not parsed before it is nearly visible: one screen can show sixty such notes. */
const marksAtOnce = 60
/**
 * A longer note is not rendered before it is nearly visible. The layout is slow if the page's fonts lack its characters.
 */
const charactersAtOnce = 1_000
const words = 'max-w-(--measure) t-15 text-pretty wrap-anywhere'
const nearView = '200px' // so that words seldom move while they are read

/** Returns the number of characters that can be marks. In the worst case the parsing time grows with its square. */
const marksIn = (text: string) => text.match(/[!-/:-@[-`{-~\n]/gu)?.length ?? 0

/** Loads the renderer together with the screen, so that the text rarely changes its look while somebody reads it. */
const reader = import('./markdown-tree.tsx').then(
  ({ MarkdownTree }) => ({ default: MarkdownTree }),
  () => ({ default: AsWritten }),
)
const Tree = lazy(() => reader)

/** Returns whether the text is one line without any mark, as most short texts are. */
const isPlain = (text: string) => text.length <= charactersAtOnce && marksIn(text) === 0 && !/^\s|\r/u.test(text)

/**
 * Renders what a member wrote, with emphasis, lists, code and links. HTML in it has no effect. Texts that would take
 * long to parse stay unformatted (decision 21).
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
        // Reserves the space with the invisible text, so that its Markdown marks do not flash.
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

/** Runs one callback per frame, so that the page stays responsive if many notes become visible at once. */
function oneAFrame(read: () => void) {
  const next = () => {
    turns.shift()!()
    if (turns.length > 0) requestAnimationFrame(next)
  }
  if (turns.push(read) === 1) requestAnimationFrame(next)
}

/** Returns whether the element has been nearly visible. `watch` is its ref. */
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
