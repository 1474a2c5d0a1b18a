import { lazy, Suspense } from 'react'

/** Without the reader of Markdown the words stand as they were written. */
const AsWritten = ({ text }: { text: string }) => <p className="whitespace-pre-line">{text}</p>

/** Asked for together with the screen, so that its words seldom change under the eyes. */
const reader = import('./markdown-tree.tsx').then(
  ({ MarkdownTree }) => ({ default: MarkdownTree }),
  () => ({ default: AsWritten }),
)
const Tree = lazy(() => reader)

/** What a member wrote, with its emphasis, lists, code and links; no markup in it can act. */
export function Markdown({ text }: { text: string }) {
  return (
    <div
      dir="auto"
      className="flex max-w-(--measure) flex-col gap-1.5 t-15 text-pretty wrap-anywhere [word-break:auto-phrase]"
    >
      <Suspense fallback={<AsWritten text={text} />}>
        <Tree text={text} />
      </Suspense>
    </div>
  )
}
