import type { SearchResult } from '#contract/search.ts'
import { withoutMarks } from '../../domain/lines.ts'

export function Snippet({ parts }: { parts: SearchResult['snippet'] }) {
  return parts.map(({ text: written, hit }, index) => {
    const text = withoutMarks(written)
    return hit ? (
      <mark key={index} className="bg-ai-soft text-inherit shadow-[inset_0_-2px_var(--ai-rule)]">
        {text}
      </mark>
    ) : (
      text
    )
  })
}
