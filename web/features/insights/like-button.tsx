import { ThumbsUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Insight } from '#contract/insights.ts'
import { useLike } from './queries.ts'

export function LikeButton({ insight }: { insight: Insight }) {
  const t = useTranslations('insights')
  const like = useLike(insight)
  const { liked, likes, user_name } = insight
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t('like', { name: user_name, count: likes })}
      onClick={like}
      className={`inline-flex h-control min-w-12 cursor-pointer items-center justify-center gap-1.5 rounded-2 border px-2.5 tabular-nums fast-colors md:pointer-fine:h-8 ${
        liked
          ? 'border-ai-rule bg-ai-soft t-14b text-ai-text forced-colors:outline-2'
          : 'border-rule bg-surface t-14 text-text-2 hover:bg-hover active:bg-pressed'
      }`}
    >
      <ThumbsUp size={16} strokeWidth={1.75} aria-hidden />
      {likes}
    </button>
  )
}
