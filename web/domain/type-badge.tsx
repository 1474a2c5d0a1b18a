/** The labels are not translated: Keep, Problem and Try are the same words in every language. */
const looks = {
  keep: { word: 'Keep', ground: 'bg-keep-soft text-keep-text', mark: 'bg-keep-solid' },
  problem: { word: 'Problem', ground: 'bg-problem-soft text-problem-text', mark: 'bg-problem-solid' },
  try: { word: 'Try', ground: 'bg-try-soft text-try-text', mark: 'bg-try-solid' },
} as const

export const typeName = (type: keyof typeof looks) => looks[type].word

/** A badge with a letter (K, P, T) on its colour and the word, so that colour alone never carries the meaning. */
export function TypeBadge({ type }: { type: keyof typeof looks }) {
  const { word, ground, mark } = looks[type]
  return (
    <span
      lang="en"
      className={`inline-flex items-center gap-1.5 rounded-1 py-0.5 pr-2 pl-0.5 align-middle t-12b ${ground}`}
    >
      <span aria-hidden className={`flex size-4.5 items-center justify-center rounded-1 text-surface ${mark}`}>
        {word[0]}
      </span>
      {word}
    </span>
  )
}
