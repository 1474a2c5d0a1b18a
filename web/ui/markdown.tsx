import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { AsWritten } from './as-written.tsx'

/** With more marks than this, which is some pages of lists, the time that reading takes could be felt. */
const marksMost = 600
/** With more marks than these a note waits until it is about to be seen: sixty such notes may stand on one screen. */
const marksAtOnce = 60
/** A longer one is laid out only where it is seen: letters that its fonts lack cost more than reading it. */
const charactersAtOnce = 1_000
const words = 'max-w-(--measure) t-15 text-pretty wrap-anywhere'
const nearView = '200px' // so that the words seldom move under the eyes

/** How many characters might mean something: what reading costs grows with their square at worst. */
const marksIn = (text: string) => text.match(/[!-/:-@[-`{-~\n]/gu)?.length ?? 0

/** Asked for together with the screen, so that its words seldom change under the eyes. */
const reader = import('./markdown-tree.tsx').then(
  ({ MarkdownTree }) => ({ default: MarkdownTree }),
  () => ({ default: AsWritten }),
)
const Tree = lazy(() => reader)

/** Nothing that could mean something: one line of words, as most of what is written shortly. */
const isPlain = (text: string) => text.length <= charactersAtOnce && marksIn(text) === 0 && !/^\s|\r/u.test(text)

/**
 * What a member wrote, with its emphasis, lists, code and links; no markup in it can act. Where formatting would take
 * long to read (decision 21), the words stand as they were written.
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
        <AsWritten text={text} told />
      ) : marks > marksAtOnce && !isNear ? (
        <AsWritten text={text} />
      ) : (
        // Its words keep their place unseen, so that no marks are shown for the blink of an eye.
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

/** However many notes come near at once, the page answers between one and the next. */
function oneAFrame(read: () => void) {
  const next = () => {
    turns.shift()!()
    if (turns.length > 0) requestAnimationFrame(next)
  }
  if (turns.push(read) === 1) requestAnimationFrame(next)
}

/** Whether an element has come near what is seen; stays so from then on. `watch`: its ref */
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
