import { useMemo, useSyncExternalStore } from 'react'
import { onStored, storedKeys } from '../../storage/local-storage.ts'
import { commentDrafts } from './drafts.ts'

/**
 * Returns the ids of the reports and insights with an unsent comment, separated by spaces. `useSyncExternalStore` needs
 * a value that it can compare, and it compares arrays by identity.
 */
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

export function useDrafted(userId: string | undefined): ReadonlySet<string> {
  const ids = useSyncExternalStore(onStored, () => (userId ? draftedIds(userId) : ''))
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
