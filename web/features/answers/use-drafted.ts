import { useMemo, useSyncExternalStore } from 'react'
import { onStored, storedKeys } from '../../lib/local-storage.ts'
import { commentDrafts } from './drafts.ts'

/** Returns the ids of what the member has begun to comment on, separated by spaces: a text can be compared. */
function draftedIds(userId: string): string {
  const prefix = commentDrafts.key(userId, '')
  return storedKeys(prefix)
    .flatMap((key) => {
      const draft = commentDrafts.read(key)
      return draft ? (draft.about?.id ?? key.slice(prefix.length)) : []
    })
    .sort()
    .join(' ')
}

/** Returns the reports and insights on which the member has a comment, or a change of one, that is not sent. */
export function useDrafted(userId: string | undefined): ReadonlySet<string> {
  const ids = useSyncExternalStore(onStored, () => (userId ? draftedIds(userId) : ''))
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
