import { useTranslations } from 'use-intl'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { Age, End } from './blocker-status-line.tsx'

/** Describes a blocker in text only: its author, age and owner, or how it ended. */
export function BlockerStatusText({ blocker, userId }: { blocker: Blocker; userId: string }) {
  const t = useTranslations('blockers')
  const { opened_by_name: author, owner_id: ownerId, owner_name: name } = blocker
  if (hasEnded(blocker)) return <End blocker={blocker} />
  const owner = ownerId !== null && (ownerId === userId ? t('mine') : t('owned', { name: name ?? '' }))
  return (
    <>
      {author} · <Age blocker={blocker} />
      {owner && ` · ${owner}`}
    </>
  )
}
